import Identity
import Secrets
import TestSupport
import Testing

@Suite("A sign-in that is approved elsewhere")
struct ApprovalTests {
  private let store = InMemoryStore(clock: ManualClock())
  private let ann = email("ann@example.com")
  private let subject = Subject(provider: "oidc-corp", id: "248289761001")

  @Test("signs in to the linked account, whoever typed what, and is one row of the account's")
  func linked() async throws {
    try await link()
    let outcome = try await end(of: .known(subject, as: try name("ann"), Vouching(isApproval: true)))
    #expect(outcome?.signedIn?.email == ann)
    #expect(try await outcomes() == [.signedIn])
  }

  @Test(
    "of somebody without an account is no failure, and they read that they have none", .tags(.workersOnlyProveNames))
  func stranger() async throws {
    _ = try await store.newAccount(ann)
    for _ in 1...4 {
      let outcome = try await end(
        of: .known(subject, as: try name("ann"), Vouching(email: ann, isApproval: true)), newcomers: nil)
      guard case .unavailable(.provider(.noAccount))? = outcome else { return unexpected(outcome) }
    }
    #expect(try await store.throttleState().runs.isEmpty)
    #expect(try await store.account(of: subject) == nil)
  }

  @Test("of somebody else unlocks nothing, and says so", .tags(.workersOnlyProveNames))
  func otherPerson() async throws {
    let owner = try await store.newAccount(ann)
    _ = try await store.newAccount(email("bob@example.com"))
    _ = try await store.link(subject, to: email("bob@example.com"))
    let step = ProofStep.known(subject, as: try name("bob"), Vouching(isApproval: true))
    let further = try await first(of: step, purpose: .unlock(try store.reference(to: owner)))
    guard case .ended(.unavailable(.provider(.otherPerson))) = further else {
      Issue.record("\(further)")
      return
    }
    #expect(try await outcomes() == [])
  }

  @Test("never gets an existing account because of its email", .tags(.workersOnlyProveNames))
  func taken() async throws {
    _ = try await store.newAccount(ann)
    let outcome = try await end(of: .known(subject, as: try name("ann"), Vouching(email: ann, isApproval: true)))
    guard case .unavailable(.provider(.noAccount))? = outcome else { return unexpected(outcome) }
  }

  @Test("makes an account with the verified email, or else with one of the name")
  func newcomers() async throws {
    let bob = Subject(provider: "oidc-corp", id: "2")
    let verified = Vouching(email: ann, isApproval: true)
    #expect(try await end(of: .known(subject, as: try name("ann"), verified))?.signedIn?.email == ann)
    let outcome = try await end(of: .known(bob, as: try name("bob"), Vouching(isApproval: true)))
    #expect(outcome?.signedIn?.email == email("bob@oidc-corp.localhost"))
  }

  @Test("gives no address of another provider's names")
  func localhost() async throws {
    let vouching = Vouching(email: email("root@pam.localhost"), isApproval: true)
    let outcome = try await end(of: .known(subject, as: try name("ann"), vouching))
    #expect(outcome?.signedIn?.email == email("ann@oidc-corp.localhost"))
  }

  @Test("to a locked account reads like one without an account")
  func locked() async throws {
    try await link()
    _ = try await store.change(ann, .lock)
    let outcome = try await end(of: .known(subject, as: try name("ann"), Vouching(isApproval: true)))
    guard case .unavailable(.provider(.noAccount))? = outcome else { return unexpected(outcome) }
  }

  @Test("asks for the account's second step, unless the provider's proof stands for it", arguments: [false, true])
  func secondStep(isProven: Bool) async throws {
    try await link()
    let step = ProofStep.known(subject, as: try name("ann"), Vouching(isSecondStep: isProven, isApproval: true))
    let further = try await first(of: step, steps: [AskedProof()])
    switch (further, isProven) {
    case (.ended(let outcome), true): #expect(outcome.signedIn?.email == ann)
    case (.ask(let question), false): #expect(question.challenges.map(\.kind) == [.code(digits: 6)])
    default: Issue.record("\(further)")
    }
  }

  @Test("asks for the second step where the provider says nothing of one", .tags(.secondStepAddsToPassword))
  func silentProvider() async throws {
    try await link()
    let step = ProofStep.known(subject, as: try name("ann"), Vouching(isApproval: true))
    let further = try await first(of: step, steps: [AskedProof()])
    guard case .ask = further else {
      Issue.record("\(further)")
      return
    }
  }

  @Test("passes a gate for a second step if the provider's proof stands for one", arguments: [false, true])
  func requiredSecondStep(isProven: Bool) async throws {
    try await link()
    let step = ProofStep.known(subject, as: try name("ann"), Vouching(isSecondStep: isProven, isApproval: true))
    let further = try await first(of: step, purpose: .signInBySecondStep)
    switch (further, isProven) {
    case (.ended(.signedIn), true), (.ended(.secondStepMissing), false): break
    default: Issue.record("\(further)")
    }
  }

  @Test("that the provider can't prove is no attempt", arguments: ProviderFault.allCases)
  func failed(fault: ProviderFault) async throws {
    try await link()
    let outcome = try await end(of: .unavailable(.provider(fault)))
    guard case .unavailable(.provider(fault))? = outcome else { return unexpected(outcome) }
    #expect(try await outcomes() == [])
  }

  @Test("that is given up is no attempt")
  func givenUp() async throws {
    try await link()
    let page = try #require(
      WebAddress("https://e.com/").flatMap { ApprovalPage(address: $0, code: "A", timeLimit: .seconds(9)) })
    let conversation = signIn([.wait(.approval, at: page), .refused]).begin(try login(), nil)
    guard case .wait(.approval, at: page) = await conversation.next(.begin) else {
      Issue.record("The page is missing.")
      return
    }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await conversation.next(.proceed)
    }
    guard case .ended(.cancelled) = await task.value else {
      Issue.record("It goes on.")
      return
    }
    #expect(try await outcomes() == [])
    #expect(try await store.throttleState().runs.isEmpty)
  }

  // MARK: Scenes

  private func link() async throws {
    _ = try await store.newAccount(ann)
    _ = try await store.link(subject, to: ann)
  }

  private func name(_ text: String) throws -> LoginName { try #require(LoginName(text, of: "oidc-corp")) }

  private func login() throws -> Login {
    try #require(ApprovalProvider(name: "oidc-corp", title: "Corp").login())
  }

  private func signIn(
    _ steps: [ProofStep], further: [any FurtherStep] = [], purpose: SignInUseCase.Purpose = .signIn,
    newcomers: AdditionCondition? = .always
  ) -> SignInUseCase {
    SignInUseCase(
      authenticator: ScriptedSteps(steps), furtherSteps: further, attempts: store, accounts: store, sessions: store,
      source: .at("here"),
      purpose: purpose, session: nil, links: LinkedSubjects(store, newcomers: newcomers))
  }

  private func first(
    of step: ProofStep, steps: [any FurtherStep] = [], purpose: SignInUseCase.Purpose = .signIn,
    newcomers: AdditionCondition? = .always
  ) async throws -> SignInStep {
    await signIn([step], further: steps, purpose: purpose, newcomers: newcomers).begin(try login(), nil).next(.begin)
  }

  private func end(of step: ProofStep, newcomers: AdditionCondition? = .always) async throws -> SignInOutcome? {
    if case .ended(let outcome) = try await first(of: step, newcomers: newcomers) { return outcome }
    return nil
  }

  private func outcomes() async throws -> [AttemptOutcome] {
    try await store.attempts(of: ann, before: nil, limit: 9).map(\.outcome).filter { !$0.isChange }
  }

  private func unexpected(_ outcome: SignInOutcome?) { Issue.record("\(String(describing: outcome))") }
}

/// A second step that everybody has.
private struct AskedProof: FurtherStep {
  let isProof = true

  func begin(for account: Account, _ place: ConversationPlace) -> any Proof { Asking() }

  private struct Asking: Proof {
    func proceed() async throws(StoreError) -> ProofStep { .ask([Challenge(.code(digits: 6))]) }
    func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep { .refused }
  }
}
