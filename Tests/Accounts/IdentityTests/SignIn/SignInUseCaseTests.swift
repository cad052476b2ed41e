import Identity
import Secrets
import TestSupport
import Testing

@Suite("Signing in")
struct SignInUseCaseTests {
  private let clock = ManualClock()
  private let store: InMemoryStore
  private let ann = email("ann@example.com")

  init() {
    store = InMemoryStore(clock: clock)
  }

  @Test("with the right password and no session requested succeeds without a session")
  func plainSuccess() async throws {
    // Given an account whose email has a capital letter
    try await addAccount()
    // When its owner signs in with small letters
    let outcome = await signIn(session: nil).signIn(email("ANN@example.com"), try password("secret"))
    // Then the account's own spelling is returned, without a session
    guard case .signedIn(let signedIn) = outcome else { return unexpected(outcome) }
    #expect(signedIn.email.text == "ann@example.com")
    #expect(signedIn.session == nil)
    #expect(signedIn.token == nil)
    #expect(try await store.sessions(of: nil).isEmpty)
    #expect(try await outcomes() == [.signedIn])
  }

  @Test("opens a session on request, and only the caller gets its token")
  func successWithSession() async throws {
    try await addAccount()
    let lifetime = SessionLifetime(idle: .seconds(60), absolute: .seconds(600))
    let outcome = await signIn(session: lifetime).signIn(ann, try password("secret"))
    guard case .signedIn(let signedIn) = outcome else { return unexpected(outcome) }
    let session = try #require(signedIn.session)
    let token = try #require(signedIn.token)
    #expect(session.expires == clock.now().advanced(by: .seconds(60)))
    #expect(try await store.verify(token.digest)?.id == session.id)
  }

  @Test("with a wrong email or password is refused, logged and counted")
  func refusal() async throws {
    let useCase = signIn { _ in .refused }
    // And the refusal that begins a block says so
    for seconds in [nil, nil, 1] {
      let outcome = await useCase.signIn(ann, try password("wrong!"))
      guard case .refused(blockedFor: seconds) = outcome else { return unexpected(outcome) }
    }
    #expect(try await outcomes() == [.refused, .refused, .refused])
    guard case .throttled(seconds: 1) = await useCase.signIn(ann, try password("wrong!")) else {
      return unexpected(await useCase.signIn(ann, try password("wrong!")))
    }
  }

  @Test("verifies nothing while it is blocked, but logs the attempt")
  func blocked() async throws {
    // Given three failures
    let refusing = signIn { _ in .refused }
    for _ in 0..<3 { _ = await refusing.signIn(ann, try password("wrong!")) }
    // When a fourth attempt follows at once
    let outcome = await signIn { _ in
      Issue.record("a blocked attempt was verified")
      return .refused
    }.signIn(ann, try password("secret"))
    // Then it must wait
    guard case .throttled(let seconds) = outcome else { return unexpected(outcome) }
    #expect(seconds == 1)
    #expect(try await outcomes().first == .throttled)
  }

  @Test("is closed after so many failures, and verifies nothing")
  func disabled() async throws {
    try await addAccount()
    let useCase = SignInUseCase(
      authenticator: accepting, attempts: store, accounts: store, sessions: store, source: .at("here"),
      throttle: Throttle(disablingFailure: 1), session: nil)
    _ = await signIn { _ in .refused }.signIn(ann, try password("wrong!"))
    let outcome = await useCase.signIn(ann, try password("secret"))
    guard case .disabled = outcome else { return unexpected(outcome) }
    #expect(try await outcomes() == [.throttled, .refused])
  }

  @Test("is charged before it is verified")
  func chargedFirst() async throws {
    let store = store
    let ann = ann
    _ = await signIn { _ throws(StoreError) in
      let newest = try await store.attempts(of: ann, before: nil, limit: 1)
      #expect(newest.first?.outcome == .pending)
      return .refused
    }.signIn(ann, try password("wrong!"))
    #expect(try await outcomes() == [.refused])
  }

  @Test(
    "is refused if the account changed while its password was being verified, with and without a session",
    arguments: [.lock, .remove, .password(.sample("D"))] as [AccountChange],
    [nil, SessionLifetime()])
  func changedMeanwhile(change: AccountChange, session: SessionLifetime?) async throws {
    // Given an account that changes just after its password was accepted
    try await addAccount()
    let store = store
    let useCase = signIn(session: session) { email throws(StoreError) in
      guard let account = try await store.account(of: email) else { return .refused }
      _ = try await store.change(email, change)
      return .proven(account.subject)
    }
    // Then its owner is not signed in
    let outcome = await useCase.signIn(ann, try password("secret"))
    guard case .refused = outcome else { return unexpected(outcome) }
    #expect(try await store.sessions(of: nil).isEmpty)
    #expect(try await outcomes() == [.refused])
  }

  @Test("is unavailable if the store can't be charged, and verifies nothing")
  func storeFails() async throws {
    store.failure = .inputOutput(.full, path: "store")
    let outcome = await signIn { _ in
      Issue.record("an uncharged attempt was verified")
      return .refused
    }.signIn(ann, try password("secret"))
    guard case .unavailable(.inputOutput(.full, path: "store")) = outcome else { return unexpected(outcome) }
  }

  @Test("is unavailable if the result can't be recorded, and leaves no session")
  func settlingFails() async throws {
    try await addAccount()
    let sessions = store
    let useCase = SignInUseCase(
      authenticator: accepting, attempts: UnsettledLog(log: store), accounts: store, sessions: sessions,
      source: .at("here"), session: SessionLifetime())
    let outcome = await useCase.signIn(ann, try password("secret"))
    guard case .unavailable = outcome else { return unexpected(outcome) }
    #expect(try await store.sessions(of: nil).isEmpty)
    #expect(try await outcomes() == [.pending])
  }

  @Test("does nothing if cancelled before it begins")
  func cancelledBefore() async throws {
    let useCase = signIn { _ in .refused }
    let ann = ann
    let secret = try password("secret")
    let signIn = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await useCase.signIn(ann, secret)
    }
    let outcome = await signIn.value
    guard case .cancelled = outcome else { return unexpected(outcome) }
    #expect(try await outcomes().isEmpty)
  }

  @Test("stays charged if cancelled while verifying, even if the password is right", arguments: [true, false])
  func cancelledWhileVerifying(isRight: Bool) async throws {
    // Given a sign-in that is cancelled while its password is being verified
    try await addAccount()
    let store = store
    let useCase = signIn(session: SessionLifetime()) { email throws(StoreError) in
      withUnsafeCurrentTask { $0?.cancel() }
      guard isRight, let account = try await store.account(of: email) else { return .refused }
      return .proven(account.subject)
    }
    let ann = ann
    let secret = try password("secret")
    // When it ends
    let outcome = await Task { await useCase.signIn(ann, secret) }.value
    // Then nobody is signed in, and the attempt counts
    guard case .cancelled = outcome else { return unexpected(outcome) }
    #expect(try await store.sessions(of: nil).isEmpty)
    #expect(try await outcomes() == [.cancelled])
  }

  @Test("leaves no session if cancelled while being recorded")
  func cancelledWhileRecording() async throws {
    try await addAccount()
    let useCase = SignInUseCase(
      authenticator: accepting, attempts: CancellingLog(log: store), accounts: store, sessions: store,
      source: .at("here"), session: SessionLifetime())
    let ann = ann
    let secret = try password("secret")
    let outcome = await Task { await useCase.signIn(ann, secret) }.value
    guard case .cancelled = outcome else { return unexpected(outcome) }
    #expect(try await store.sessions(of: nil).isEmpty)
  }

  // MARK: - Helpers

  private var accepting: ScriptedAuthenticator {
    let store = store
    return ScriptedAuthenticator { email throws(StoreError) in
      try await store.account(of: email).map { .proven($0.subject) } ?? .refused
    }
  }

  private func signIn(session: SessionLifetime?) -> SignInUseCase {
    SignInUseCase(
      authenticator: accepting, attempts: store, accounts: store, sessions: store, source: .at("here"), session: session
    )
  }

  private func signIn(
    session: SessionLifetime? = nil,
    _ script: @escaping @Sendable (EmailAddress) async throws(StoreError) -> ProofStep
  ) -> SignInUseCase {
    SignInUseCase(
      authenticator: ScriptedAuthenticator(script), attempts: store, accounts: store, sessions: store,
      source: .at("here"), session: session)
  }

  private func addAccount() async throws {
    _ = try await store.add(ann, .sample())
  }

  /// The outcomes of the log, newest first.
  private func outcomes() async throws -> [AttemptOutcome] {
    try await store.attempts(of: ann, before: nil, limit: 100).map(\.outcome)
  }
}

/// A log whose disk is full when the result is recorded.
private struct UnsettledLog: AttemptLog {
  let log: InMemoryStore

  func charge(
    _ email: EmailAddress, from source: AttemptSource, under throttle: Throttle
  ) async throws(StoreError) -> Charge {
    try await log.charge(email, from: source, under: throttle)
  }

  func charge(
    typed login: Login, from source: AttemptSource, under throttle: Throttle
  ) async throws(StoreError) -> Charge {
    try await log.charge(typed: login, from: source, under: throttle)
  }

  func settle(
    _ id: AttemptID, as settlement: Settlement, under throttle: Throttle
  ) async throws(StoreError) -> Settled {
    throw .inputOutput(.full, path: "store")
  }

  func recordSignOut(of owner: Owner, from source: AttemptSource) async throws(StoreError) {
    try await log.recordSignOut(of: owner, from: source)
  }

  func page(of query: AttemptQuery, before id: AttemptID?, limit: Int) async throws(StoreError) -> AttemptPage {
    try await log.page(of: query, before: id, limit: limit)
  }
}

/// A log that cancels the task while the result is recorded.
private struct CancellingLog: AttemptLog {
  let log: InMemoryStore

  func charge(
    _ email: EmailAddress, from source: AttemptSource, under throttle: Throttle
  ) async throws(StoreError) -> Charge {
    try await log.charge(email, from: source, under: throttle)
  }

  func charge(
    typed login: Login, from source: AttemptSource, under throttle: Throttle
  ) async throws(StoreError) -> Charge {
    try await log.charge(typed: login, from: source, under: throttle)
  }

  func settle(
    _ id: AttemptID, as settlement: Settlement, under throttle: Throttle
  ) async throws(StoreError) -> Settled {
    withUnsafeCurrentTask { $0?.cancel() }
    return try await log.settle(id, as: settlement, under: throttle)
  }

  func recordSignOut(of owner: Owner, from source: AttemptSource) async throws(StoreError) {
    try await log.recordSignOut(of: owner, from: source)
  }

  func page(of query: AttemptQuery, before id: AttemptID?, limit: Int) async throws(StoreError) -> AttemptPage {
    try await log.page(of: query, before: id, limit: limit)
  }
}
