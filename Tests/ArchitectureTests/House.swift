import Foundation

/// A part of the house, and all that it may know of the others and of the system.
struct Part: Sendable {
  /// The target's name.
  let name: String

  /// The arrows that start here: targets and packages of the manifest.
  let arrows: Set<String>

  /// Modules of the system that every file here may import.
  var system: Set<String> = []

  /// Modules of the system that one file here may import, by that file's name.
  var systemOfFile: [String: Set<String>] = [:]

  /// Where the part's files are, from the root of the package.
  var folder: String {
    switch name {
    case "Resources": "Resources"
    case "SignInCommand": "Sources/signin"
    default: "Sources/\(name)"
    }
  }

  /// What Architecture.md says of this part.
  func mayImport(_ module: String, in file: String) -> Bool {
    module == "Swift" || arrows.contains(module) || system.contains(module)
      || systemOfFile[file]?.contains(module) == true
  }
}

/// The house and its arrows, as Architecture.md of the documentation draws them. There are no others.
enum House {
  static let parts = [
    Part(name: "Signals", arrows: []),
    Part(name: "Resources", arrows: []),
    Part(
      name: "Unix", arrows: ["CUnix"], system: ["Glibc"],
      // The main queue is drained from the loop's own poll, in one place.
      systemOfFile: ["MainQueue.swift": ["Dispatch"]]),
    Part(name: "Characters", arrows: ["CUtf8proc"]),
    Part(name: "Secrets", arrows: ["Characters", "CSodium", "CUtf8proc"], system: ["Glibc", "Synchronization"]),
    Part(name: "Identity", arrows: ["Secrets"], system: ["Glibc"]),
    Part(
      name: "Sentences", arrows: ["Identity", "Secrets", "CGettext"],
      // Whether there are translations is asked by every thread that speaks.
      systemOfFile: ["Catalogue.swift": ["Synchronization"], "SystemError.swift": ["Glibc"]]),
    Part(name: "SignIn", arrows: ["Signals", "Identity", "Secrets"]),
    Part(name: "Terminal", arrows: ["Characters", "Unix", "CNcurses"], system: ["Glibc"]),
    Part(
      name: "SignInUI",
      arrows: ["SignIn", "Signals", "Identity", "Secrets", "Sentences", "Unix", "Terminal", "Resources"]),
    Part(
      name: "IdentitySQLite", arrows: ["Identity", "Secrets", "GRDB"], system: ["Glibc", "Synchronization"],
      // GRDB takes and gives a BLOB as Data.
      systemOfFile: ["SQLiteSessions.swift": ["Foundation"]]),
    Part(
      name: "SignInCommand",
      arrows: [
        "Signals", "Unix", "Secrets", "Identity", "Sentences", "SignIn", "Terminal", "SignInUI", "IdentitySQLite",
        "Resources", "ArgumentParser",
      ],
      system: ["Glibc"],
      // Waiting for the answer where no event loop runs.
      systemOfFile: ["Waiting.swift": ["Dispatch"]]),
  ]

  /// Targets that only say where a C library is, or hold a little C.
  static let libraries: Set<String> = ["CSodium", "CUtf8proc", "CGettext", "CNcurses", "CUnix"]

  /// The root of the package.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The Swift files in a folder and all folders in it, by their paths from the root; not what a package in it built.
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
