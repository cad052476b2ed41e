import Identity
import Secrets
import Synchronization
import TestSupport
import Testing

@Suite("Waiting for a turn to sign in")
struct ThrottleWaitTests {
  private let store = InMemoryStore(clock: ManualClock())
  private let ann = email("ann@example.com")

  @Test("lasts while others are pending; then the owner is signed in")
  func waits() async throws {
    // Given three attempts of the same owner that are being verified
    _ = try await store.add(ann, .sample())
    let others = try await pendingAttempts(3)
    // When the owner signs in meanwhile, and the others succeed during the wait
    let store = store
    let turn = ThrottleWait { _ in for id in others { try? await store.settle(id, asSignInOf: ann) } }
    let outcome = await signIn(turn: turn).signIn(ann, try password("secret"))
    // Then this one succeeds too
    guard case .signedIn = outcome else { return unexpected(outcome) }
    #expect(try await outcomes() == [.signedIn, .signedIn, .signedIn, .signedIn])
  }

  @Test("stops when it is cancelled, with nothing on record")
  func cancelledWhileWaiting() async throws {
    _ = try await pendingAttempts(3)
    let useCase = signIn(turn: ThrottleWait { _ in withUnsafeCurrentTask { $0?.cancel() } })
    let ann = ann
    let secret = try password("secret")
    let outcome = await Task { await useCase.signIn(ann, secret) }.value
    guard case .cancelled = outcome else { return unexpected(outcome) }
    #expect(try await outcomes() == [.pending, .pending, .pending])
  }

  @Test("lasts for a minute at most, a tenth of a second at a time")
  func waitsForAMinute() async throws {
    _ = try await pendingAttempts(3)
    let pauses = Mutex<[Duration]>([])
    let outcome = await signIn(turn: ThrottleWait { pause in pauses.withLock { $0.append(pause) } })
      .signIn(ann, try password("secret"))
    guard case .throttled(seconds: 1) = outcome else { return unexpected(outcome) }
    let all = pauses.withLock { $0 }
    #expect(all.allSatisfy { (.milliseconds(50) ... .milliseconds(150)).contains($0) })
    #expect((.seconds(60) ... .seconds(61)).contains(all.reduce(.zero, +)))
  }

  private func signIn(turn: ThrottleWait) -> SignInUseCase {
    let store = store
    let accepting = ScriptedAuthenticator { email throws(StoreError) in
      try await store.account(of: email).map { .proven($0.subject) } ?? .refused
    }
    return SignInUseCase(
      authenticator: accepting, attempts: store, accounts: store, sessions: store, source: .at("here"), session: nil,
      turn: turn)
  }

  /// Charges attempts that are not answered yet.
  private func pendingAttempts(_ count: Int) async throws -> [AttemptID] {
    _ = try await store.add(ann, .sample())
    var ids: [AttemptID] = []
    for host in 0..<count { ids.append(try await store.admit(ann, from: .at("host\(host)"))) }
    return ids
  }

  /// The outcomes of the log, newest first.
  private func outcomes() async throws -> [AttemptOutcome] {
    try await store.attempts(of: ann, before: nil, limit: 100).map(\.outcome)
  }
}
