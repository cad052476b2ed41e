import Glibc
import Identity
import AccountService
import Server
import Secrets
import ServiceTestSupport
import TestSupport
import Testing
import Messages

@testable import Unix

/// An administrator's program that a test plays, at the other end of a server's socket.
@MainActor final class PlayedAdministrator {
  let fixture: ServerFixture
  let server: AccountServer
  let socket: SeqpacketSocket
  private let loop: RunLoop
  /// The replies not taken by the test yet.
  private var replies: [Reply] = []
  /// All bytes that the server has sent.
  private(set) var received: [UInt8] = []
  private(set) var isAtEnd = false
  private var isClosed = false
  private var lastNumber: UInt16 = 0

  nonisolated static let hello = Request.hello(Hello(program: "test", source: source))
  /// The claims of a program. The uid is a lie.
  nonisolated static let source = AttemptSource(tty: "pts/9", uid: 4242, host: "192.0.2.9", program: "account test")

  /// A program that said nothing yet.
  init(_ fixture: ServerFixture = ServerFixture()) throws {
    self.fixture = fixture
    loop = fixture.loop()
    server = AccountServer(
      loop, try WorkThreads(count: 2), fixture.dependencies(loop), capacity: fixture.capacity)
    socket = try Self.connected(to: server)
  }

  isolated deinit { close() }

  /// A connection to the server.
  static func connected(to server: AccountServer) throws -> SeqpacketSocket {
    let (ours, its) = try SeqpacketSocket.pair()
    server.serve(its, .administration)
    return ours
  }

  /// A program that was welcomed, by a server whose store has the account of Ada.
  static func welcomed(_ fixture: ServerFixture = ServerFixture()) async throws -> PlayedAdministrator {
    try await fixture.addAda()
    let program = try PlayedAdministrator(fixture)
    guard case .welcome? = await program.answer(to: hello) else { throw Unwelcome() }
    return program
  }

  struct Unwelcome: Error {}

  func close() {
    if isClosed { return }
    isClosed = true
    // A program that another test is starting may have a copy.
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
    socket.close()
  }

  /// Sends a request, and returns the first reply; nil at the end of the connection.
  func answer(to request: Request) async -> Reply? {
    send(request)
    return await reply()
  }

  /// Sends a request, and returns the first reply of those that only administrators get.
  func answer(to request: AdminRequest) async -> AdminReply? {
    if case .administration(let reply)? = await answer(to: .administer(request)) { reply } else { nil }
  }

  @discardableResult
  func send(_ request: Request, _ number: UInt16? = nil) -> UInt16 {
    lastNumber += 1
    _ = socket.send(request.message(number ?? lastNumber))
    return number ?? lastNumber
  }

  @discardableResult
  func send(_ request: AdminRequest, _ number: UInt16? = nil) -> UInt16 { send(.administer(request), number) }

  /// Begins to change Ada's password.
  @discardableResult
  func sendChange() -> UInt16 {
    send(.begin(Begin(.changePassword, ServiceFixture.ada, wantsSession: false, source: Self.source)))
  }

  func send(_ kind: SecretKind, _ text: String, _ number: UInt16) {
    var text = text
    _ = text.withUTF8 { socket.send(SecretPrefix(kind, sequence: number), $0) }
  }

  func reply() async -> Reply? {
    await turn(until: { !replies.isEmpty || isAtEnd })
    return replies.isEmpty ? nil : replies.removeFirst()
  }

  /// Whether the server ends the connection, without another reply.
  func isEnded() async -> Bool {
    await turn(until: { isAtEnd })
    return isAtEnd && replies.isEmpty
  }

  /// All replies, until the server does nothing more.
  func allReplies() async -> [Reply] {
    await turn(until: { false }, atMost: 150)
    defer { replies = [] }
    return replies
  }

  /// Does `work` against the server, with a connection of its own, on another thread.
  func remotely<R: Sendable>(_ work: @escaping @Sendable (RemoteStore) async throws -> R) async throws -> R {
    let socket = try Self.connected(to: server)
    let threads = try WorkThreads(count: 1)
    var result: Result<R, any Error>?
    Task {
      do {
        let done = Task.detached(executorPreference: threads) {
          // All tests share the main actor, so the welcome may come late.
          try await work(RemoteStore(socket, program: "test", timeout: .seconds(600)))
        }
        result = .success(try await done.value)
      } catch {
        result = .failure(error)
      }
    }
    await turn(until: { result != nil }, atMost: 20_000)
    return try #require(result).get()
  }

  /// Turns the server's loop, and lets the main actor's other work run.
  func turn(until isDone: () -> Bool, atMost turns: Int = 25_000) async {
    for _ in 0..<turns {
      _ = loop.timers.add(after: .milliseconds(1)) { [loop] in loop.stop() }
      _ = loop.run()
      for _ in 0..<5 { await Task.yield() }
      receive()
      if isDone() { return }
    }
  }

  private func receive() {
    while !isAtEnd && !isClosed {
      switch socket.receive() {
      case .nothing: return
      case .end: isAtEnd = true
      case .malformed: Issue.record("The server broke the protocol.")
      case .secret: Issue.record("The server sent a secret to an administrator.")
      case .message(let message):
        received += message
        guard let reply = Envelope<Reply>(message)?.body else {
          Issue.record("The server sent no reply.")
          return
        }
        replies.append(reply)
      }
    }
  }
}
