import Identity
import Secrets
import TestSupport
import Testing

@Suite("A sign-in in several steps")
struct StepwiseSignInTests {
  private let store = InMemoryStore(clock: ManualClock())
  private let ann = email("ann@example.com")
  private let stranger = email("eve@example.com")

  @Test("asks for the password if none came with it, then for a code, and ends in a session")
  func story() async throws {
    try await addAccount()
    let conversation = try signIn().begin(.email(ann), nil)
    // When nothing is answered yet, then nothing is on record
    let first = try challenge(await conversation.next(.begin))
    #expect(first.kind == .password)
    #expect(try await store.outcomes(of: ann) == [])
    // When the password is right, then a code is asked for, and nobody is signed in yet
    let second = try challenge(await conversation.next(.secret(password("secret"), to: first.id)))
    #expect(second.kind == .code(digits: 6))
    #expect(try await store.outcomes(of: ann) == [.passed])
    #expect(try await store.sessions(of: nil).isEmpty)
    // When the code is right, then the session is there
    let signedIn = try #require(
      try outcome(await conversation.next(.secret(try password("123456"), to: second.id))).signedIn)
    #expect(try await store.sessions(of: ann).map(\.id) == [signedIn.session?.id])
    #expect(try await store.outcomes(of: ann) == [.signedIn, .passed])
  }

  @Test("takes a password that comes with the email as the first answer")
  func passwordAtOnce() async throws {
    try await addAccount()
    let conversation = try signIn().begin(.email(ann), password("secret"))
    #expect(try challenge(await conversation.next(.begin)).kind == .code(digits: 6))
  }

  @Test("asks first where something else than a password is wanted, and charges nothing")
  func somethingElse() async throws {
    let code = Challenge(.code(digits: 8))
    let conversation = signIn(ScriptedSteps(.ask([code]))).begin(.email(ann), try password("secret"))
    #expect(try challenge(await conversation.next(.begin)) == code)
    #expect(try await store.outcomes(of: ann) == [])
  }

  @Test("keeps the password that comes with the email over notices, until the first question")
  func passwordOverNotices() async throws {
    try await addAccount()
    let notice = ProofStep.tell(.quotation("Your password expires soon.", .information))
    let steps = ScriptedSteps(
      notice, .wait(.approval), .ask([Challenge(.password)]), .ask([Challenge(.code(digits: 6))]))
    let conversation = signIn(steps).begin(.email(ann), try password("secret"))
    guard case .tell = await conversation.next(.begin), case .wait = await conversation.next(.proceed) else {
      Issue.record("The notice was not given.")
      return
    }
    #expect(try challenge(await conversation.next(.proceed)).kind == .code(digits: 6))
    #expect(try await store.outcomes(of: ann) == [.passed])
  }

  @Test("keeps that password for no second question")
  func passwordForFirstQuestion() async throws {
    let steps = ScriptedSteps(
      .tell(.quotation("Hello", .information)), .ask([Challenge(.prompt("Colour?", isSecret: false))]),
      .ask([Challenge(.password)]), .refused)
    let conversation = signIn(steps).begin(.email(ann), try password("secret"))
    _ = await conversation.next(.begin)
    let prompt = try challenge(await conversation.next(.proceed))
    #expect(try challenge(await conversation.next(.secret(password("blue"), to: prompt.id))).kind == .password)
  }

  @Test("takes an empty answer to another program's words, and to nothing else")
  func emptyAnswer() async throws {
    try await addAccount()
    for kind in [Challenge.Kind.password, .code(digits: 6), .recoveryCode, .newPassword(.expired)] {
      let conversation = signIn(ScriptedSteps(.ask([Challenge(kind)]))).begin(.email(ann), nil)
      let asked = try challenge(await conversation.next(.begin))
      let end = try outcome(await conversation.next(.secret(GuardedText().sealedAnswer(), to: asked.id)))
      guard case .cancelled = end else { return unexpected(end) }
    }
    #expect(try await store.outcomes(of: ann) == [])
    let steps = ScriptedSteps(
      .ask([Challenge(.prompt("Press Enter", isSecret: true))]), .ask([Challenge(.code(digits: 6))]))
    let conversation = signIn(steps).begin(.email(ann), nil)
    let asked = try challenge(await conversation.next(.begin))
    let next = try challenge(await conversation.next(.secret(GuardedText().sealedAnswer(), to: asked.id)))
    #expect(next.kind == .code(digits: 6))
  }

  @Test("takes the same steps for an unknown email as for a wrong password, and never asks for a code")
  func unknown() async throws {
    try await addAccount()
    for (person, guess) in [(ann, "wrong!"), (stranger, "wrong!"), (stranger, "secret")] {
      let conversation = try signIn().begin(.email(person), nil)
      let first = try challenge(await conversation.next(.begin))
      #expect(first.kind == .password)
      let end = try outcome(await conversation.next(.secret(password(guess), to: first.id)))
      guard case .refused(blockedFor: nil) = end else { return unexpected(end) }
    }
    #expect(try await store.outcomes(of: stranger) == [.refused, .refused])
  }

  @Test("is refused at a wrong code, which counts like a wrong password")
  func wrongCode() async throws {
    try await addAccount()
    for blocked in [nil, nil, 1] {
      let end = try outcome(await answer("secret", "654321"))
      guard case .refused(blockedFor: blocked) = end else { return unexpected(end) }
    }
    guard case .throttled(seconds: 1) = try outcome(await answer("secret", "123456")) else {
      Issue.record("the email was not blocked")
      return
    }
  }

  @Test("charges each answer before it is verified")
  func chargedFirst() async throws {
    try await addAccount()
    let (store, ann) = (store, ann)
    let plan = try TwoSteps { answer async throws(StoreError) in
      let attempts = try await store.rows(of: ann).filter { !$0.outcome.isChange }
      #expect(attempts.first?.outcome == .pending)
      #expect(attempts.count == answer)
    }
    #expect(try outcome(await self.answer("secret", "123456", plan)).signedIn != nil)
  }

  @Test("clears failures at its end, and not at a right password")
  func failuresStay() async throws {
    try await addAccount()
    for _ in 0..<2 { try await store.fail(ann) }
    let conversation = try signIn().begin(.email(ann), password("secret"))
    let code = try challenge(await conversation.next(.begin))
    #expect(try await failures() == 2)
    _ = await conversation.next(.secret(try password("123456"), to: code.id))
    #expect(try await failures() == 0)
  }

  @Test("holds no attempt while it waits for a code")
  func noWait() async throws {
    // Given two failures, and the owner who looks for the code
    try await addAccount()
    for _ in 0..<2 { try await store.fail(ann) }
    let conversation = try signIn().begin(.email(ann), password("secret"))
    _ = await conversation.next(.begin)
    // Then another attempt is admitted at once
    _ = try await store.admit(ann)
  }

  @Test("stays charged if cancelled while an answer is verified, and signs nobody in", arguments: [1, 2])
  func cancelled(at step: Int) async throws {
    try await addAccount()
    let plan = try TwoSteps { answer async throws(StoreError) in
      if answer == step { withUnsafeCurrentTask { $0?.cancel() } }
    }
    let end = try await Task { [self] in try outcome(await answer("secret", "123456", plan)) }.value
    guard case .cancelled = end else { return unexpected(end) }
    #expect(try await store.outcomes(of: ann) == (step == 1 ? [.cancelled] : [.cancelled, .passed]))
    #expect(try await store.sessions(of: nil).isEmpty)
  }

  @Test("stays charged if the check of an answer fails, because the answer may have been verified")
  func checkFails() async throws {
    try await addAccount()
    let failing = try TwoSteps { _ async throws(StoreError) in throw .unreachable(.busy, path: "store") }
    let end = try outcome(await signIn(failing).begin(.email(ann), password("secret")).next(.begin))
    guard case .unavailable(.unreachable(.busy, path: "store")) = end else { return unexpected(end) }
    #expect(try await store.outcomes(of: ann) == [.cancelled])
    #expect(try await failures() == 1)
  }

  @Test("records nothing more if cancelled between two answers")
  func cancelledBetween() async throws {
    try await addAccount()
    let conversation = try signIn().begin(.email(ann), password("secret"))
    let code = try challenge(await conversation.next(.begin))
    let late = try await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await conversation.next(.secret(try password("123456"), to: code.id))
    }.value
    guard case .cancelled = try outcome(late) else { return unexpected(try outcome(late)) }
    #expect(try await store.outcomes(of: ann) == [.passed])
  }

  @Test("shows notices and waits, and proceeds on request")
  func tellsAndWaits() async throws {
    try await addAccount()
    let notice = Notice.quotation("Your password expires soon.", .information)
    let plan = try TwoSteps(between: [.tell(notice), .wait(.approval)])
    let conversation = signIn(plan).begin(.email(ann), try password("secret"))
    guard case .tell(notice) = await conversation.next(.begin),
      case .wait(.approval, at: nil) = await conversation.next(.proceed)
    else {
      Issue.record("the notice or the wait is missing")
      return
    }
    let code = try challenge(await conversation.next(.proceed))
    #expect(try outcome(await conversation.next(.secret(try password("123456"), to: code.id))).signedIn != nil)
    #expect(try await store.outcomes(of: ann) == [.signedIn, .passed])
  }

  @Test("that is proven without an answer is charged at its end, so it is throttled and on record")
  func withoutAnswers() async throws {
    let account = try await addAccount()
    let plan = ScriptedSteps(.wait(.approval), .proven(account.subject))
    let conversation = signIn(plan).begin(.email(ann), nil)
    _ = await conversation.next(.begin)
    #expect(try outcome(await conversation.next(.proceed)).signedIn != nil)
    #expect(try await store.outcomes(of: ann) == [.signedIn])
    // And so is a refusal
    let end = try outcome(await signIn(ScriptedSteps(.refused)).begin(.email(ann), nil).next(.begin))
    guard case .refused = end else { return unexpected(end) }
    #expect(try await store.outcomes(of: ann) == [.refused, .signedIn])
    // And nobody is signed in during a block
    for _ in 0..<2 { try await store.fail(ann) }
    let blocked = try outcome(
      await signIn(ScriptedSteps(.proven(account.subject))).begin(.email(ann), nil).next(.begin))
    guard case .throttled = blocked else { return unexpected(blocked) }
  }

  @Test("is refused if another user than the account's owner is proven")
  func somebodyElse() async throws {
    let account = try await addAccount()
    for subject in [Subject(provider: "pam", id: account.subject.id), Subject(provider: "signin", id: "7")] {
      let end = try outcome(await signIn(ScriptedSteps(.proven(subject))).begin(.email(ann), nil).next(.begin))
      guard case .refused = end else { return unexpected(end) }
    }
  }

  @Test(
    "is refused if the account changes between two answers",
    arguments: [.lock, .remove, .password(.sample("D"))] as [AccountChange])
  func changed(change: AccountChange) async throws {
    try await addAccount()
    let conversation = try signIn().begin(.email(ann), password("secret"))
    let code = try challenge(await conversation.next(.begin))
    _ = try await store.change(ann, change)
    let end = try outcome(await conversation.next(.secret(try password("123456"), to: code.id)))
    guard case .refused = end else { return unexpected(end) }
    #expect(try await store.sessions(of: nil).isEmpty)
  }

  @Test("ends at an answer that was not asked for, which is neither charged nor verified")
  func notAsked() async throws {
    try await addAccount()
    let secret = try password("secret")
    let replies: [(Challenge) -> Answer] = [
      { .secret(secret, to: ChallengeID($0.id.number &+ 1)) }, { _ in .method(.recoveryCode) }, { _ in .begin },
      { _ in .proceed },
    ]
    for reply in replies {
      let conversation = try signIn().begin(.email(ann), nil)
      let asked = try challenge(await conversation.next(.begin))
      // When the answer does not fit, then neither does a right one afterwards
      for answer in [reply(asked), .secret(secret, to: asked.id)] {
        let end = try outcome(await conversation.next(answer))
        guard case .cancelled = end else { return unexpected(end) }
      }
    }
    #expect(try await store.outcomes(of: ann) == [])
  }

  @Test("takes each answer once")
  func once() async throws {
    try await addAccount()
    let conversation = try signIn().begin(.email(ann), nil)
    let asked = try challenge(await conversation.next(.begin))
    let secret = try password("secret")
    _ = await conversation.next(.secret(secret, to: asked.id))
    let again = try outcome(await conversation.next(.secret(secret, to: asked.id)))
    guard case .cancelled = again else { return unexpected(again) }
    #expect(try await store.outcomes(of: ann) == [.passed])
  }

  @Test("is unanswered where only a password can be given")
  func passwordOnly() async throws {
    try await addAccount()
    let end = try await signIn().signIn(ann, password("secret"))
    guard case .unanswered = end else { return unexpected(end) }
    #expect(try await store.sessions(of: nil).isEmpty)
    #expect(try await store.outcomes(of: ann) == [.passed])
  }

  @Test("is unavailable if the store fails at any step")
  func storeFails() async throws {
    try await addAccount()
    let conversation = try signIn().begin(.email(ann), password("secret"))
    let code = try challenge(await conversation.next(.begin))
    store.failure = .unreachable(.busy, path: "store")
    let end = try outcome(await conversation.next(.secret(try password("123456"), to: code.id)))
    guard case .unavailable(.unreachable(.busy, path: "store")) = end else { return unexpected(end) }
  }

  @Test("that the end of the service or of a provider interrupts is no failure, and on record as not accepted")
  func interrupted() async throws {
    try await addAccount()
    let ended = try TwoSteps { _ async throws(StoreError) in throw .service(.ended) }
    let failing = ScriptedSteps(.ask([Challenge(.password)]), .unavailable(.service(.ended)))
    for steps in [ended, failing] as [any Authenticator] {
      let conversation = signIn(steps).begin(.email(ann), try password("secret"))
      let end = try outcome(await conversation.next(.begin))
      guard case .unavailable(.service(.ended)) = end else { return unexpected(end) }
    }
    #expect(try await store.outcomes(of: ann) == [.notAccepted, .notAccepted])
    #expect(try await failures() == 0)
  }

  @Test("whose next step fails behind the right answer is no failure, and on record as not accepted")
  func nextStepFails() async throws {
    try await addAccount()
    let useCase = SignInUseCase(
      authenticator: try TwoSteps(), furtherSteps: [FailingStep()], attempts: store, accounts: store, sessions: store,
      source: .at("here"), session: nil)
    let conversation = useCase.begin(.email(ann), try password("secret"))
    let code = try challenge(await conversation.next(.begin))
    let end = try outcome(await conversation.next(.secret(try password("123456"), to: code.id)))
    guard case .unavailable(.service(.workerFailed)) = end else { return unexpected(end) }
    #expect(try await store.outcomes(of: ann) == [.notAccepted, .passed])
    #expect(try await failures() == 0)
  }

  // MARK: - Helpers

  private func signIn(_ authenticator: any Authenticator) -> SignInUseCase {
    SignInUseCase(
      authenticator: authenticator, attempts: store, accounts: store, sessions: store, source: .at("here"),
      session: SessionLifetime())
  }

  private func signIn() throws -> SignInUseCase { signIn(try TwoSteps()) }

  /// Gives the password, and the code once it is asked for.
  private func answer(_ secret: String, _ code: String, _ plan: TwoSteps? = nil) async throws -> SignInStep {
    let conversation = try signIn(plan ?? TwoSteps()).begin(.email(ann), password(secret))
    let step = await conversation.next(.begin)
    guard case .ask(let question) = step, let first = question.challenges.first else { return step }
    return await conversation.next(.secret(try password(code), to: first.id))
  }

  @discardableResult
  private func addAccount() async throws -> Account { try await store.newAccount(ann) }

  private func failures() async throws -> Int {
    try await store.throttleState().runs.values.reduce(0) { $0 + $1.failures }
  }
}

/// A step that can't begin.
private struct FailingStep: FurtherStep, Proof {
  func begin(for account: Account, _ place: ConversationPlace) -> any Proof { self }
  func proceed() async throws(StoreError) -> ProofStep { throw .service(.workerFailed) }
  func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep { .refused }
}
