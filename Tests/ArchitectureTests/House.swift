import Foundation

/// A part of the design, and the other parts and system modules that it may import.
struct Part: Sendable {
  /// The target's name.
  let name: String

  /// The arrows from this part: targets and packages of the manifest.
  let arrows: Set<String>

  /// System modules that every file of this part may import.
  var system: Set<String> = []

  /// System modules that a single file may import, by the file's name.
  var systemOfFile: [String: Set<String>] = [:]

  /// The folder of the part's files, from the root of the package.
  var folder: String {
    switch name {
    case "Resources": "Resources"
    case "SignInCommand": "Sources/signin"
    case "SignInAdmin": "Sources/signin-admin"
    case "SignInKeeper": "Sources/signind"
    case "SignInPostgreSQL": "Sources/signind-postgresql"
    case "SignInPam": "Sources/signind-pam"
    default: "Sources/\(name)"
    }
  }

  /// Whether Architecture.md allows this import.
  func mayImport(_ module: String, in file: String) -> Bool {
    module == "Swift" || arrows.contains(module) || system.contains(module)
      || systemOfFile[file]?.contains(module) == true
  }
}

/// The parts and all arrows between them, as in the documentation's Architecture.md.
enum House {
  static let parts = [
    Part(name: "Signals", arrows: []),
    Part(name: "Resources", arrows: []),
    Part(
      name: "Unix", arrows: ["CUnix"], system: ["Glibc"],
      systemOfFile: [
        // These queues are filled by all threads.
        "MainQueue.swift": ["Synchronization"], "WorkThreads.swift": ["Synchronization"],
      ]),
    Part(name: "Characters", arrows: ["CUtf8proc"]),
    Part(name: "Secrets", arrows: ["Characters", "CSodium", "CUtf8proc"], system: ["Glibc", "Synchronization"]),
    Part(
      name: "Identity", arrows: ["Secrets"], system: ["Glibc"],
      // One conversation has one consumer, whatever its thread.
      systemOfFile: [
        "SignInConversation.swift": ["Synchronization"], "NewPasswordStep.swift": ["Synchronization"],
        "LinkStep.swift": ["Synchronization"],
      ]),
    Part(name: "OneTimeCodes", arrows: ["Identity", "Secrets", "COath"], system: ["Synchronization"]),
    Part(
      name: "Sentences", arrows: ["Identity", "Secrets", "CGettext"],
      // Every thread that prints text reads whether there are translations.
      systemOfFile: ["Catalogue.swift": ["Synchronization"], "SystemError.swift": ["Glibc"]]),
    Part(name: "Wire", arrows: ["Identity", "Secrets", "Unix"], system: ["Glibc"]),
    Part(name: "Keeper", arrows: ["Identity", "Secrets", "Unix", "Wire"]),
    Part(name: "SignIn", arrows: ["Signals", "Identity", "Secrets"]),
    Part(name: "Terminal", arrows: ["Characters", "Unix", "CNcurses"], system: ["Glibc"]),
    Part(
      name: "SignInUI",
      arrows: ["SignIn", "Signals", "Identity", "Secrets", "Sentences", "Unix", "Terminal", "Resources"]),
    Part(
      name: "IdentitySQLite", arrows: ["Identity", "Secrets", "Unix", "GRDB"], system: ["Glibc", "Synchronization"],
      // GRDB reads and writes a BLOB as Data.
      systemOfFile: ["Blob.swift": ["Foundation"]]),
    Part(
      name: "IdentityPostgreSQL", arrows: ["Identity", "Secrets", "CPostgreSQL"], system: ["Glibc", "Synchronization"]),
    Part(
      name: "Programs", arrows: ["Unix", "Secrets", "Identity", "Sentences", "Terminal", "CProcess"],
      system: ["Glibc"]),
    Part(name: "ThemeFiles", arrows: ["Unix", "Sentences", "Terminal", "SignInUI", "Programs"], system: ["Glibc"]),
    Part(
      name: "SignInCommand",
      arrows: [
        "Signals", "Unix", "Secrets", "Identity", "Sentences", "Wire", "SignIn", "Terminal", "SignInUI", "Resources",
        "Programs", "ThemeFiles", "CNoDispatch",
      ],
      system: ["Glibc"]),
    Part(
      name: "SignInAdmin",
      arrows: [
        "Unix", "Secrets", "Identity", "Sentences", "Wire", "Terminal", "SignInUI", "IdentitySQLite", "Resources",
        "Programs", "ThemeFiles", "CHashMemory", "ArgumentParser",
      ],
      system: ["Glibc"],
      // Waits for answers where no loop runs.
      systemOfFile: ["Waiting.swift": ["Dispatch"]]),
    Part(
      name: "KeeperProgram",
      arrows: [
        "Unix", "Secrets", "Identity", "OneTimeCodes", "Sentences", "Wire", "Keeper", "Resources", "Programs",
        "CHashMemory",
      ],
      system: ["Glibc"]),
    Part(name: "SignInKeeper", arrows: ["Identity", "IdentitySQLite", "Programs", "KeeperProgram"]),
    Part(
      name: "SignInPostgreSQL",
      arrows: [
        "Identity", "Secrets", "Sentences", "IdentityPostgreSQL", "IdentitySQLite", "Programs", "KeeperProgram",
      ]),
    Part(name: "SignInPam", arrows: ["Unix", "Secrets", "Identity", "Wire", "CPam"], system: ["Glibc"]),
  ]

  /// Targets that only name a C library, or hold a little C.
  static let libraries: Set<String> = [
    "CSodium", "CUtf8proc", "COath", "CPostgreSQL", "CGettext", "CNcurses", "CUnix", "CProcess",
    "CHashMemory", "CNoDispatch", "CPam",
  ]

  /// The root of the package.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The Swift files in a folder and its subfolders, by their paths from the root, without build products of packages.
  static func files(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path())
      .filter { $0.hasSuffix(".swift") && !$0.contains(".build/") }
      .map { "\(folder)/\($0)" }
      .sorted()
  }

  /// The text of a file, by its path from the root.
  static func text(of file: String) throws -> String {
    try String(contentsOf: root.appending(path: file), encoding: .utf8)
  }
}
