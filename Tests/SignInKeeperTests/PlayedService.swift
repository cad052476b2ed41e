import CVisitors
import Foundation
import Identity
import IdentitySQLite
import TestSupport
import Wire

@testable import Unix

/// `signind --service` in a sandbox, as a user of its own, and the forms of other users that a test plays. Needs root.
final class PlayedService {
  /// The service's user, which no machine has.
  static let user: UInt32 = 54_321

  let sandbox: Sandbox
  private(set) var program: ChildProcess
  let socket: String
  private let arguments: [String]
  private let environment: [String: String?]
  private let starter: [String]

  /// - Parameters:
  ///   - settings: The content of the file of `--config`.
  ///   - starter: A program that starts the service, with its arguments; the service then makes no sockets.
  init(
    settings: String = SpokenTo.quick + "sign-up = \"on\"\n", environment: [String: String?] = [:],
    startedBy starter: (Sandbox, String) throws -> [String] = { _, _ in [] }
  ) throws {
    sandbox = try Sandbox()
    chmod(sandbox.directory, 0o755)
    for folder in ["run", "lib"] {
      try FileManager.default.createDirectory(atPath: sandbox.path(folder), withIntermediateDirectories: false)
    }
    chmod(sandbox.path("lib"), 0o700)
    guard chown(sandbox.path("lib"), Self.user, Self.user) == 0 else { throw SystemError(number: errno) }
    socket = sandbox.path("run/signind.sock")
    try settings.write(toFile: sandbox.path("signind.toml"), atomically: true, encoding: .utf8)
    self.starter = try starter(sandbox, socket)
    arguments =
      ["--service", "--config", sandbox.path("signind.toml"), "--state", sandbox.path("lib")]
      + (self.starter.isEmpty ? ["--listen", socket, "--admin", sandbox.path("run/admin.sock")] : [])
    self.environment = environment
    program = try Self.start(self.starter, arguments, environment, in: sandbox)
  }

  private static func start(
    _ starter: [String], _ arguments: [String], _ environment: [String: String?], in sandbox: Sandbox
  ) throws -> ChildProcess {
    let words = starter + [Pty.product("signind")] + arguments
    return try sandbox.start(words[0], Array(words.dropFirst()), environment: environment)
  }

  /// Starts the service again, once it has ended.
  func startAgain() throws { program = try Self.start(starter, arguments, environment, in: sandbox) }

  /// A form of a user, as soon as the service listens.
  func form(of uid: UInt32, as person: EmailAddress = SpokenTo.ada) async throws -> SpokenTo {
    var connection: Int32 = -1
    let isThere = await eventually {
      connection = visitors_connect(socket, uid)
      return connection >= 0
    }
    guard isThere else { throw SystemError(number: errno) }
    return SpokenTo(over: Link(descriptor: connection), to: program, in: sandbox, as: person)
  }

  /// A form of a user that was welcomed.
  func welcomed(_ uid: UInt32, as person: EmailAddress = SpokenTo.ada) async throws -> SpokenTo {
    let form = try await form(of: uid, as: person)
    guard case .welcome? = await form.hello() else { throw Unwelcome() }
    return form
  }

  struct Unwelcome: Error {}

  var store: String { sandbox.path("lib/signin.db") }

  /// The outcomes on record, newest first. Ask only once the service has ended: it owns the files.
  func outcomes() async throws -> [AttemptOutcome] {
    let copy = sandbox.path("copy.db")
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: copy + suffix)
      if FileManager.default.fileExists(atPath: store + suffix) {
        try FileManager.default.copyItem(atPath: store + suffix, toPath: copy + suffix)
        chown(copy + suffix, geteuid(), getegid())
      }
    }
    let log = SQLiteStore(file: StoreFile(path: copy))
    return try await log.page(of: AttemptQuery(email: nil), before: nil, limit: 1000).attempts.map(\.outcome)
  }
}
