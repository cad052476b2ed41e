import AccountService
import Glibc
import Identity
import Messages
import ServiceTestSupport
import TestSupport
import Testing

@testable import Server
import Workers
import Secrets
@testable import Unix

/// A form that a test plays, at the other end of a server's socket.
@MainActor final class TestClient {
  let store: InMemoryStore
  let clock: ManualClock
  let gate: Gate
  let server: AccountServer
  let socket: SeqpacketSocket
  let loop: RunLoop
  private let loopStands: Bool
  /// Its worker's file must stay as long as the form.
  private let fixture: ServerFixture
  /// The replies not taken by the test yet.
  private(set) var replies: [(reply: Reply, number: UInt16)] = []
  private(set) var tokens: [SecureToken] = []
  private(set) var isAtEnd = false
  private var isClosed = false
  private var lastNumber: UInt16 = 0

  /// A form that said nothing yet.
  /// - Parameter loopStands: Whether the timers of the server's loop wait for ``ServerFixture/skip(_:)``.
  init(_ fixture: ServerFixture = ServerFixture(), loopStands: Bool = false) throws {
    (store, clock, gate, self.fixture) = (fixture.store, fixture.clock, fixture.gate, fixture)
    self.loopStands = loopStands
    loop = loopStands ? fixture.stillLoop() : fixture.loop()
    server = AccountServer(
      loop, try WorkThreads(count: 2), fixture.dependencies(loop), capacity: fixture.capacity,
      limits: fixture.limits, now: { [fixture] in fixture.uptime })
    let (ours, its) = try SeqpacketSocket.pair()
    socket = ours
    server.serve(its)
  }

  /// A form of another user at the same server, which said nothing yet.
  init(beside other: TestClient, uid: UInt32) throws {
    (store, clock, gate, loop, server) = (other.store, other.clock, other.gate, other.loop, other.server)
    (fixture, loopStands) = (other.fixture, other.loopStands)
    let (ours, its) = try SeqpacketSocket.pair()
    socket = ours
    server.serve(its, from: PeerProcess(uid: uid, pid: 0))
  }

  /// A form of another user at the same server, which was welcomed.
  static func welcomed(beside other: TestClient, uid: UInt32) async throws -> TestClient {
    let form = try TestClient(beside: other, uid: uid)
    form.send(ServiceFixture.hello, 0)
    let reply = await form.reply()
    guard case .welcome? = reply else { throw ServiceFixture.Unexpected(reply) }
    return form
  }

  isolated deinit { close() }

  /// Closes the connection, once: the descriptor may belong to another test after that.
  func close() {
    if isClosed { return }
    isClosed = true
    // A program that another test is starting may have a copy.
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
    socket.close()
  }

  /// A form that was welcomed.
  static func welcomed(
    _ fixture: ServerFixture = ServerFixture(), loopStands: Bool = false
  ) async throws -> TestClient {
    let form = try TestClient(fixture, loopStands: loopStands)
    form.send(ServiceFixture.hello, 0)
    let reply = await form.reply()
    guard case .welcome? = reply else { throw ServiceFixture.Unexpected(reply) }
    return form
  }

  /// A form that signed in as Ada, who has an account.
  static func signedIn(_ fixture: ServerFixture = ServerFixture(), wantsSession: Bool = true) async throws -> TestClient
  {
    try await fixture.addAda()
    let form = try await welcomed(fixture)
    form.begin(.signIn, wantsSession: wantsSession)
    let reply = await form.reply()
    guard case .ended(.signedIn)? = reply else { throw ServiceFixture.Unexpected(reply) }
    if wantsSession { await form.turn(until: { !form.tokens.isEmpty }) }
    return form
  }

  // MARK: Sending

  @discardableResult
  func send(_ request: Request, _ number: UInt16? = nil) -> UInt16 {
    let number = number ?? next()
    _ = socket.send(request.message(number))
    return number
  }

  func send(_ kind: SecretKind, _ text: String, to challenge: ChallengeID? = nil, _ number: UInt16) {
    var text = text
    _ = text.withUTF8 { socket.send(SecretPrefix(kind, to: challenge, sequence: number), $0) }
  }

  /// Begins a conversation, and sends its secrets.
  @discardableResult
  func begin(
    _ purpose: Begin.Purpose, _ who: EmailAddress = ServiceFixture.ada, _ current: String = ServiceFixture.secret,
    to new: String? = nil,
    wantsSession: Bool = true
  ) -> UInt16 {
    let number = send(.begin(Begin(purpose, who, wantsSession: wantsSession)))
    send(.password, current, number)
    if let new { send(.newPassword, new, number) }
    return number
  }

  private func next() -> UInt16 {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Receiving

  /// The next reply, of any request; nil at the end of the connection.
  func reply() async -> Reply? {
    await turn(until: { !replies.isEmpty || isAtEnd })
    return replies.isEmpty ? nil : replies.removeFirst().reply
  }

  /// Asks, and returns the first reply.
  func answer(to request: Request) async -> Reply? {
    send(request)
    return await reply()
  }

  /// Whether the server ends the connection, without another reply.
  func isEnded() async -> Bool {
    await turn(until: { isAtEnd })
    return isAtEnd && replies.isEmpty
  }

  /// All replies, until the server does nothing more. It waits for `count` of them first.
  func allReplies(expecting count: Int = 0, atMost turns: Int = 150) async -> [(reply: Reply, number: UInt16)] {
    if count > 0 { await turn(until: { replies.count >= count || isAtEnd }) }
    await turn(until: { false }, atMost: turns)
    defer { replies = [] }
    return replies
  }

  /// Turns the server's loop, and lets the main actor's other work run.
  func turn(until isDone: () -> Bool, atMost turns: Int = 25_000, reads: Bool = true) async {
    if loopStands {
      return await loop.step(
        until: {
          if reads { receive() }
          return isDone()
        }, atMost: turns)
    }
    for _ in 0..<turns {
      _ = loop.timers.add(after: .milliseconds(1)) { [loop] in loop.stop() }
      _ = loop.run()
      for _ in 0..<5 { await Task.yield() }
      if reads { receive() }
      if isDone() { return }
    }
  }

  private func receive() {
    while !isAtEnd {
      switch socket.receive() {
      case .nothing: return
      case .end: isAtEnd = true
      case .malformed: Issue.record("The server broke the protocol.")
      case .message(let message):
        guard let message = Envelope<Reply>(message) else {
          Issue.record("The server sent no reply.")
          return
        }
        replies.append((message.body, message.number))
      case .secret(let prefix, let text):
        #expect(prefix.kind == .token)
        if let token = text.withUTF8({ SecureToken(base64URL: String(decoding: $0, as: UTF8.self)) }) {
          tokens.append(token)
        }
      }
    }
  }

  // MARK: The store

  /// The log, newest first.
  func log() async throws -> [Attempt] {
    try await store.page(of: AttemptQuery(email: nil), before: nil, limit: 1000).attempts
  }

  func outcomes() async throws -> [AttemptOutcome] { try await log().map(\.outcome) }
}
