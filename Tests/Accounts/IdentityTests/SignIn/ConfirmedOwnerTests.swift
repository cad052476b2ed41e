import Identity
import Secrets
import TestSupport
import Testing

@Suite("A change by an owner who has proven lately who they are")
struct ConfirmedOwnerTests {
  private let store = InMemoryStore(clock: ManualClock())
  private let ann = email("ann@example.com")

  /// Tells the account that it begins for.
  private struct Telling: FurtherStep {
    func begin(for account: Account, _ place: ConversationPlace) -> any Proof { Told(account: account) }

    private struct Told: Proof {
      let account: Account
      func proceed() async throws(StoreError) -> ProofStep { .changed(account, notice: nil) }
      func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep { .refused }
    }
  }

  private func end(of owner: Owner) async throws -> SignInOutcome? {
    let useCase = SignInUseCase(
      authenticator: ScriptedAuthenticator { _ throws(StoreError) in .refused }, furtherSteps: [Telling()],
      attempts: store, accounts: store, sessions: store, source: .at("here"), purpose: .change(by: owner),
      session: nil, isConfirmed: true)
    if case .ended(let outcome) = await useCase.begin(.email(ann), nil).next(.begin) { return outcome }
    return nil
  }

  @Test(
    "asks nothing, but not once their email is another account's", .tags(.environmentLetsNobodyIn))
  func nextOwner() async throws {
    // given an owner with a session
    _ = try await store.newAccount(ann)
    let session = try #require(
      try await store.open(SecureToken().digest, for: store.newAccount(ann), lasting: SessionLifetime()))
    let owner = Owner(of: ann, by: .session(session.id))
    guard case .changed? = try await end(of: owner) else {
      Issue.record("The owner was asked.")
      return
    }
    // when the account gets another email, and its former one another owner
    #expect(try await store.rename(ann, to: email("eve@example.com"), from: .test) == .renamed)
    _ = try await store.newAccount(ann)
    // then no step begins for the account of the next owner
    guard case .unavailable(.service(.sessionEnded))? = try await end(of: owner) else {
      Issue.record("A step began for the next owner's account.")
      return
    }
  }
}
