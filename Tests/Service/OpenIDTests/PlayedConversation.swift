import AccountService
import Foundation
import Identity
import Messages
import TestSupport
import Unix

/// A conversation with the program, as a server has it.
final class PlayedConversation {
  /// The program didn't answer.
  struct Silent: Error {}

  /// The path of the built program.
  static let program = URL(filePath: Sandbox.signin).deletingLastPathComponent().appending(path: "signin-oidc").path()

  private let socket: SeqpacketSocket
  private let process: WorkerProcess
  private(set) var received = ""

  /// - Parameter program: What is started, if not the program itself.
  init(_ arguments: [String], by program: String = PlayedConversation.program) throws {
    let (ours, its) = try SeqpacketSocket.pair()
    defer { its.close() }
    socket = ours
    process = try WorkerProcess(at: program, arguments, link: its.descriptor)
  }

  deinit { process.end() }

  var hasEnded: Bool { process.hasEnded() }

  func send(_ request: Request) { _ = socket.send(request.message(1)) }

  func leave() { socket.close() }

  /// Greets, begins a sign-in of anybody, and returns the first word about it.
  func begin(_ provider: String) async throws -> Reply {
    let source = AttemptSource(tty: "pts/1", uid: 1001, host: "localhost", program: "test")
    _ = socket.send(Request.hello(Hello(program: "test", source: source)).message(0))
    guard case .worker = try await reply(), let name = LoginName("*", of: provider) else { throw Silent() }
    send(.begin(Begin(.signIn, .name(name), wantsSession: false, hasSecrets: false)))
    return try await reply()
  }

  /// The next word.
  func reply() async throws -> Reply {
    var message: [UInt8]?
    _ = await eventually {
      if case .message(let bytes) = socket.receive() { message = bytes }
      return message != nil
    }
    guard let message, let reply = Envelope<Reply>(message)?.body else { throw Silent() }
    received += String(decoding: message, as: UTF8.self)
    return reply
  }
}
