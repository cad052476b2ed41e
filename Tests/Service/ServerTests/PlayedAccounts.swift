import Glibc
import Identity
import Secrets
import ServiceTestSupport
import TestSupport
import Testing
import Messages

@testable import AccountService
@testable import Server
@testable import Unix

/// Where the accounts of a form are.
enum Side: CaseIterable, CustomTestStringConvertible {
  case local, service

  var testDescription: String { self == .local ? "in this process" : "at a service" }
}

/// Accounts that a test asks, as a form does, on a loop that it turns.
@MainActor final class PlayedAccounts {
  let fixture: ServerFixture
  let client: AccountClient
  private(set) var welcomes = 0
  private(set) var faults: [StoreError] = []
  private(set) var sessionEnds = 0
  private let loop = RunLoop(signals: -1)
  private let server: AccountServer?

  init(_ side: Side, _ fixture: ServerFixture = ServerFixture()) async throws {
    self.fixture = fixture
    if fixture.store.failure == nil, try await fixture.store.isEmpty() { try await fixture.addAda() }
    let dependencies = fixture.dependencies(loop)
    let hello = Hello(program: "test", source: ServiceFixture.source)
    switch side {
    case .local:
      server = nil
      client = InProcessAccounts(loop, dependencies) {}.client(hello)
    case .service:
      let server = AccountServer(loop, try WorkThreads(count: 2), dependencies)
      self.server = server
      // All tests share the main actor, so the welcome may come later than within 30 s.
      var timeouts = AccountClient.Timeouts()
      timeouts.welcome = .seconds(600)
      client = AccountClient(loop, hello, timeouts: timeouts) { [loop] () throws(StoreError) in
        guard let (ours, its) = try? SeqpacketSocket.pair() else { throw .service(.ended) }
        server.serve(its)
        return SocketChannel(ours, loop)
      }
    }
    client.onWelcome = { [unowned self] _ in welcomes += 1 }
    client.onFault = { [unowned self] in faults.append($0) }
    client.onSessionEnd = { [unowned self] _ in sessionEnds += 1 }
  }

  isolated deinit { client.leave(within: .zero) }

  // MARK: Asking

  func welcome() async -> Welcome? { try? await client.welcome() }

  func beginSignIn(_ secret: String = ServiceFixture.secret, session: Bool = false) -> Task<SignInOutcome?, Never> {
    let signIn = client.signIn(session: { session })
    return Task {
      guard let password = try? password(secret) else { return nil }
      guard case .ended(let outcome) = await signIn.begin(.email(ServiceFixture.ada), password).next(.begin) else {
        return nil
      }
      return outcome
    }
  }

  func signIn(_ secret: String = ServiceFixture.secret, session: Bool = false) async throws -> SignInOutcome {
    guard let outcome = await outcome(of: beginSignIn(secret, session: session)) else { throw NoAnswer() }
    return outcome
  }

  func outcome(of signIn: Task<SignInOutcome?, Never>) async -> SignInOutcome? { await value(of: signIn) ?? nil }

  /// The end of a conversation that asks nothing more.
  func end(of signIn: any SigningIn, _ secret: String) async throws -> SignInOutcome? {
    let conversation = signIn.begin(.email(ServiceFixture.ada), try password(secret))
    guard case .ended(let outcome)? = await step(of: conversation, .begin) else { return nil }
    return outcome
  }

  func step(of conversation: any SignInConversation, _ answer: Answer) async -> SignInStep? {
    await value(of: Task { await conversation.next(answer) })
  }

  func signUp(_ email: EmailAddress, _ secret: String) async throws -> SignUpOutcome? {
    let password = try password(secret)
    return await value(of: Task { [client] in await client.signUp(session: { false }).signUp(email, password) })
  }

  func change(_ old: String, to new: String) async throws -> PasswordChangeOutcome? {
    let (old, new) = (try password(old), try password(new))
    return await value(
      of: Task { [client] in await client.changePassword(of: ServiceFixture.ada, from: old, to: new) })
  }

  func confirm(_ secret: String) async throws -> PasswordChangeOutcome? {
    let password = try password(secret)
    return await value(
      of: Task { [client] in await client.confirm(password, of: ServiceFixture.ada) })
  }

  func page() async throws -> AttemptPage {
    try await result { client throws(StoreError) in
      try await client.page(of: AttemptSearch(""), before: nil)
    }
  }

  func overview() async throws -> AccountOverview {
    try await result { client throws(StoreError) in try await client.overview() }
  }

  /// Begins a change, and answers its questions in turn. Returns the end; nil if it asks for more, or for less.
  func change(_ change: OwnChange, answering answers: String...) async throws -> SignInOutcome? {
    let conversation = client.changing(change).begin(.email(ServiceFixture.ada), nil)
    var (answers, answer) = (answers[...], Answer.begin)
    while true {
      switch await step(of: conversation, answer) {
      case .ask(let question)?:
        guard let challenge = question.challenges.first, let next = answers.popFirst() else { return nil }
        answer = .secret(try password(next), to: challenge.id)
      case .tell?, .wait?: answer = .proceed
      case .ended(let outcome)?: return answers.isEmpty ? outcome : nil
      case nil: return nil
      }
    }
  }

  func verify(_ token: SecureToken) async throws -> Session? {
    try await result { client throws(StoreError) in try await client.verify(token) }
  }

  func signOut() async throws {
    try await result { client throws(StoreError) in try await client.signOut() }
  }

  func endSession() async throws {
    try await result { client throws(StoreError) in try await client.endSession() }
  }

  // MARK: The log

  func outcomes() async throws -> [AttemptOutcome] {
    try await fixture.store.page(of: AttemptQuery(email: nil), before: nil, limit: 1000).attempts.map(\.outcome)
  }

  /// Whether no attempt is pending.
  var isSettled: Bool { fixture.store.pendingCount == 0 }

  // MARK: Turning

  struct NoAnswer: Error {}

  private func result<Value: Sendable>(
    _ work: @escaping @MainActor (AccountClient) async throws(StoreError) -> Value
  ) async throws -> Value {
    let task = Task { [client] () -> Result<Value, StoreError> in
      do throws(StoreError) {
        return .success(try await work(client))
      } catch {
        return .failure(error)
      }
    }
    guard let result = await value(of: task) else { throw NoAnswer() }
    return try result.get()
  }

  func value<Value: Sendable>(of task: Task<Value, Never>) async -> Value? { await loop.value(of: task) }

  func turn(until isDone: () -> Bool, atMost turns: Int = 20_000) async {
    await loop.turn(until: isDone, atMost: turns)
  }
}
