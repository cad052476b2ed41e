import Glibc
import Identity
import Server
import Secrets
import TestSupport
import Testing
import Messages

@testable import Unix

/// An administrator's program that a test plays, at the other end of a keeper's socket.
@MainActor final class PlayedAdministrator {
  let town: Town
  let keeper: Keeper
  let link: Link
  private let loop: RunLoop
  /// The replies not taken by the test yet.
  private var replies: [Reply] = []
  /// All bytes that the keeper has sent.
  private(set) var received: [UInt8] = []
  private(set) var isAtEnd = false
  private var isClosed = false
  private var lastNumber: UInt16 = 0

  nonisolated static let hello = Request.hello(Hello(program: "test", source: source))
  /// The claims of a program. The uid is a lie.
  nonisolated static let source = AttemptSource(tty: "pts/9", uid: 4242, host: "192.0.2.9", program: "account test")

  /// A program that said nothing yet.
  init(_ town: Town = Town()) throws {
    self.town = town
    loop = RunLoop(signals: -1)
    keeper = Keeper(loop, try WorkThreads(count: 2), town.office(loop), deadlines: town.deadlines)
    link = try Self.connected(to: keeper)
  }

  isolated deinit { close() }

  /// A connection to the keeper.
  static func connected(to keeper: Keeper) throws -> Link {
    let (ours, its) = try Link.pair()
    keeper.serve(its, .administration)
    return ours
  }

  /// A program that was welcomed, by a keeper whose store has the account of Ada.
  static func welcomed(_ town: Town = Town()) async throws -> PlayedAdministrator {
    try await town.addAda()
    let program = try PlayedAdministrator(town)
    guard case .welcome? = await program.answer(to: hello) else { throw Unwelcome() }
    return program
  }

  struct Unwelcome: Error {}

  func close() {
    if !isClosed { link.close() }
    isClosed = true
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
    _ = link.send(request.message(number ?? lastNumber))
    return number ?? lastNumber
  }

  @discardableResult
  func send(_ request: AdminRequest, _ number: UInt16? = nil) -> UInt16 { send(.administer(request), number) }

  /// Begins to change Ada's password.
  @discardableResult
  func sendChange() -> UInt16 {
    send(.begin(Begin(.changePassword, PlayedForm.ada, wantsSession: false, source: Self.source)))
  }

  func send(_ kind: SecretKind, _ text: String, _ number: UInt16) {
    var text = text
    _ = text.withUTF8 { link.send(SecretPrefix(kind, sequence: number), $0) }
  }

  func reply() async -> Reply? {
    await turn(until: { !replies.isEmpty || isAtEnd })
    return replies.isEmpty ? nil : replies.removeFirst()
  }

  /// Whether the keeper ends the connection, without another reply.
  func isEnded() async -> Bool {
    await turn(until: { isAtEnd })
    return isAtEnd && replies.isEmpty
  }

  /// All replies, until the keeper does nothing more.
  func allReplies() async -> [Reply] {
    await turn(until: { false }, atMost: 150)
    defer { replies = [] }
    return replies
  }

  /// Does `work` against the keeper, with a connection of its own, on another thread.
  func remotely<R: Sendable>(_ work: @escaping @Sendable (RemoteStore) async throws -> R) async throws -> R {
    let link = try Self.connected(to: keeper)
    let threads = try WorkThreads(count: 1)
    var result: Result<R, any Error>?
    Task {
      do {
        let done = Task.detached(executorPreference: threads) {
          try await work(RemoteStore(link, program: "test"))
        }
        result = .success(try await done.value)
      } catch {
        result = .failure(error)
      }
    }
    await turn(until: { result != nil }, atMost: 20_000)
    return try #require(result).get()
  }

  /// Turns the keeper's loop, and lets the main actor's other work run.
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
      switch link.receive() {
      case .nothing: return
      case .end: isAtEnd = true
      case .malformed: Issue.record("The keeper broke the protocol.")
      case .secret: Issue.record("The keeper sent a secret to an administrator.")
      case .message(let message):
        received += message
        guard let reply = Message<Reply>(message)?.body else {
          Issue.record("The keeper sent no reply.")
          return
        }
        replies.append(reply)
      }
    }
  }
}
