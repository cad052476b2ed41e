import Foundation
import Identity
import AccountService
import Workers
import ServiceTestSupport
import TestSupport
import Testing
import Unix
import Messages

/// A worker, made from the examples for others who write one.
final class PlayedWorker: Sendable {
  private let folder: String

  var path: String { folder + "/signin-test" }

  enum Language: String, CaseIterable {
    case python = "py"
    case shell = "sh"
  }

  /// The example in this language.
  static func example(in language: Language = .python) throws -> PlayedWorker { try PlayedWorker(text(in: language)) }

  /// A worker in Python with the functions of the example, which does something else with them.
  init(doing body: String) throws {
    let whole = try Self.text(in: .python)
    let end = try #require(whole.range(of: "\nhear()\n")).lowerBound
    folder = try Self.write(String(whole[..<end]) + "\nimport os, sys, time\n" + body)
  }

  /// A worker that a shell script starts, in a folder with these files.
  init(script: String, files: [String: String]) throws {
    folder = try Self.write("#!/bin/sh\ncd \"${0%/*}\" || exit\n" + script)
    for (name, text) in files {
      let path = folder + "/" + name
      let home = URL(filePath: path).deletingLastPathComponent().path()
      try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
      try text.replacing("HERE", with: folder).write(toFile: path, atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
  }

  /// Lets the worker listen on the socket of its fixture, for one connection.
  /// - Parameter uid: The user that listens.
  func listen(as uid: UInt32) throws -> ChildProcess {
    let script = """
      import os, socket, sys
      listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
      listener.bind(sys.argv[1] + ".new")
      os.seteuid(int(sys.argv[2]))
      listener.listen()  # the kernel notes who calls it
      os.seteuid(0)
      os.rename(sys.argv[1] + ".new", sys.argv[1] + ".sock")
      os.setresuid(*[int(sys.argv[2])] * 3)
      client = listener.accept()[0]
      os.dup2(client.fileno(), 3)
      exec(open(sys.argv[1]).read())
      """
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return try ChildProcess("/usr/bin/python3", ["-c", script, path, String(uid)], environment: [:])
  }

  /// What a file of its folder holds; nothing if it isn't there.
  func text(of file: String) throws -> String {
    let path = folder + "/" + file
    return FileManager.default.fileExists(atPath: path) ? try String(contentsOfFile: path, encoding: .utf8) : ""
  }

  /// Whether somebody listens on the socket.
  var isListening: Bool { FileManager.default.fileExists(atPath: path + ".sock") }

  private init(_ program: String) throws { folder = try Self.write(program) }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static func text(in language: Language) throws -> String {
    let file = Packaged.root.appending(path: "Resources/Examples/worker.\(language.rawValue)")
    return try String(contentsOf: file, encoding: .utf8)
  }

  private static func write(_ program: String) throws -> String {
    let folder = NSTemporaryDirectory() + "signin-worker-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let path = folder + "/signin-test"
    try Sandbox.write(script: program, to: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    return folder
  }

  /// Lets this worker prove the names of the fixture.
  @MainActor func serve(_ fixture: ServerFixture, timeouts: WorkerAuthenticator.Timeouts = .short, title: String? = nil)
  {
    let path = path
    fixture.names = { [weak fixture] loop in
      let pool = WorkerPool(loop)
      fixture?.pools.append(pool)
      return WorkerAuthenticator(
        of: "test", at: WorkerPlace(program: path, socket: path + ".sock"), pool, version: "test", timeouts: timeouts,
        title: title)
    }
  }
}

extension WorkerAuthenticator.Timeouts {
  /// Refuses at once, because a test that refuses is not about the time, and waits for a worker that a busy machine starts.
  static var short: Self {
    var timeouts = Self()
    (timeouts.welcome, timeouts.answer) = (.seconds(600), .seconds(600))
    timeouts.refusal = .zero
    return timeouts
  }
}

extension TestClient {
  /// Begins a sign-in by a name, with a password if one is given.
  @discardableResult
  func begin(_ purpose: Begin.Purpose = .signIn, name: String, _ password: String? = nil) throws -> UInt16 {
    let name = try #require(LoginName(name, of: "test"))
    let number = send(.begin(Begin(purpose, .name(name), wantsSession: true, hasSecrets: password != nil)))
    if let password { send(.password, password, number) }
    return number
  }
}
