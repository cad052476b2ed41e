import CVisitors
import Foundation
import Identity
import SQLiteStore
import TestSupport
import AccountService
import Messages
import Store

@testable import Unix

/// `signin serve` in a sandbox, as a user of its own, and the forms of other users that a test plays. Needs root.
final class PlayedService {
  /// The service's user, which no machine has.
  static let user: UInt32 = 54_321

  let sandbox: Sandbox
  private(set) var program: ChildProcess
  let socket: String
  private let command: [String]
  private let environment: [String: String?]

  /// - Parameters:
  ///   - settings: The content of the file of `--config`.
  ///   - program: The path of the program.
  ///   - tracer: A program that the service runs under, in the same process, with its arguments.
  ///   - starter: A program that starts the service, with its arguments; the service then makes no sockets.
  init(
    settings: String = ServiceWithClient.quick + "sign-up = \"on\"\n", environment: [String: String?] = [:],
    in sandbox: Sandbox? = nil, program: String = Sandbox.signin, under tracer: [String] = [],
    startedBy starter: (Sandbox, String) throws -> [String] = { _, _ in [] }
  ) throws {
    let sandbox = try sandbox ?? Sandbox()
    self.sandbox = sandbox
    chmod(sandbox.directory, 0o755)
    for folder in ["run", "lib"] {
      try FileManager.default.createDirectory(atPath: sandbox.path(folder), withIntermediateDirectories: false)
    }
    chmod(sandbox.path("lib"), 0o700)
    guard chown(sandbox.path("lib"), Self.user, Self.user) == 0 else { throw SystemError(number: errno) }
    socket = sandbox.path("run/signin.sock")
    try settings.write(toFile: sandbox.path("service.toml"), atomically: true, encoding: .utf8)
    let starter = try starter(sandbox, socket)
    command =
      tracer + starter + [
        program, "serve", "--config", sandbox.path("service.toml"), "--state", sandbox.path("lib"),
      ]
      + (starter.isEmpty ? ["--listen", socket, "--admin", sandbox.path("run/admin.sock")] : [])
    self.environment = environment
    self.program = try Self.start(command, environment, in: sandbox)
  }

  private static func start(
    _ command: [String], _ environment: [String: String?], in sandbox: Sandbox
  ) throws -> ChildProcess {
    try sandbox.start(command[0], Array(command.dropFirst()), environment: environment)
  }

  /// Starts the service again, once it has ended.
  func startAgain() throws { program = try Self.start(command, environment, in: sandbox) }

  /// A form of a user, as soon as the service listens.
  func form(of uid: UInt32, as person: EmailAddress = ServiceWithClient.ada) async throws -> ServiceWithClient {
    var form: ServiceWithClient?
    let isThere = await eventually {
      form = connected(uid, as: person)
      return form != nil
    }
    guard isThere, let form else { throw SystemError(number: errno) }
    return form
  }

  /// A form of a user; nil if nobody listens.
  func connected(_ uid: UInt32, as person: EmailAddress = ServiceWithClient.ada) -> ServiceWithClient? {
    let connection = visitors_connect(socket, uid)
    guard connection >= 0 else { return nil }
    return ServiceWithClient(over: SeqpacketSocket(descriptor: connection), to: program, in: sandbox, as: person)
  }

  /// A form of a user that was welcomed.
  func welcomed(_ uid: UInt32, as person: EmailAddress = ServiceWithClient.ada) async throws -> ServiceWithClient {
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
