import Identity
import Secrets
import TestSupport
import Testing

@Suite("A conversation of a provider's user name")
struct NameConversationTests {
  private let store = InMemoryStore(clock: ManualClock())
  private let ann = email("ann@example.com")

  @Test("says that a provider's password has expired, but to nobody without an account", .tags(.guessingIsSlow))
  func expired() async throws {
    let name = try #require(LoginName("ann", of: "pam"))
    let subject = Subject(provider: "pam", id: "ann/1000")
    let steps = ScriptedSteps(.ask([Challenge(.password)]), .expired(subject, as: name))
    let useCase = SignInUseCase(
      authenticator: steps, attempts: store, accounts: store, sessions: store, source: .at("here"), session: nil,
      links: LinkedSubjects(store, newcomers: nil))
    // Given nobody who is linked
    try await addAccount()
    let first = try outcome(await useCase.begin(.name(name), password("secret")).next(.begin))
    guard case .refused(blockedFor: nil) = first else { return unexpected(first) }
    // Then the owner of an account, who is not signed in, either
    #expect(try await store.link(subject, to: ann) == .linked)
    let second = try outcome(await useCase.begin(.name(name), password("secret")).next(.begin))
    guard case .passwordExpired = second else { return unexpected(second) }
    #expect(try await store.outcomes(of: name.email) == [.passed])
  }

  @Test("without an account is refused as late as its provider refuses", .tags(.guessingIsSlow))
  func refusedLate() async throws {
    let name = try #require(LoginName("ann", of: "pam"))
    let proof = LateProof(.known(Subject(provider: "pam", id: "ann/1000"), as: name))
    let useCase = SignInUseCase(
      authenticator: proof, attempts: store, accounts: store, sessions: store, source: .at("here"), session: nil,
      links: LinkedSubjects(store, newcomers: nil))
    let end = try outcome(await useCase.begin(.name(name), password("secret")).next(.begin))
    guard case .refused = end else { return unexpected(end) }
    #expect(await proof.waits == 1)
  }

  @Test("whose provider fails between two questions leaves no attempt open", .tags(.guessingIsSlow))
  func failsBetween() async throws {
    try await addAccount()
    let name = try #require(LoginName("ann", of: "pam"))
    _ = try await store.link(Subject(provider: "pam", id: "ann/1000"), to: ann)
    let proof = LateProof(.tell(.quotation("Your password expires soon.", .information)), isLost: true)
    let useCase = SignInUseCase(
      authenticator: proof, attempts: store, accounts: store, sessions: store, source: .at("here"), session: nil,
      links: LinkedSubjects(store, newcomers: nil))
    // Given a notice behind the password, after which the worker is lost
    let conversation = useCase.begin(.name(name), try password("secret"))
    guard case .tell = await conversation.next(.begin) else {
      Issue.record("The notice was not given.")
      return
    }
    let end = try outcome(await conversation.next(.proceed))
    // Then the answer counts, because it may have been verified
    guard case .unavailable(.service(.workerFailed)) = end else { return unexpected(end) }
    #expect(try await store.outcomes(of: name.email) == [.cancelled])
    #expect(try await store.throttleState().pending.isEmpty)
  }

  /// Proves the same whatever the password is, and counts the refusals that waited for it.
  private actor LateProof: Authenticator, Proof {
    private let step: ProofStep
    private let isLost: Bool
    private var hasVerified = false
    private(set) var waits = 0

    /// - Parameter isLost: Whether it fails behind the password.
    init(_ step: ProofStep, isLost: Bool = false) {
      (self.step, self.isLost) = (step, isLost)
    }

    func begin(_ login: Login, from source: AttemptSource) async throws(StoreError) -> any Proof { self }

    func proceed() async throws(StoreError) -> ProofStep {
      if isLost, hasVerified { throw .service(.workerFailed) }
      return .ask([Challenge(.password)])
    }

    func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep {
      hasVerified = true
      return step
    }

    func waitToRefuse() async { waits += 1 }
  }

  @discardableResult
  private func addAccount() async throws -> Account { try await store.newAccount(ann) }
}
