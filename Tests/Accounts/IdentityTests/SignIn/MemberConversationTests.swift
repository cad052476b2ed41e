import Identity
import Secrets
import TestSupport
import Testing

@Suite("A conversation of a member")
struct MemberConversationTests {
  private let store = InMemoryStore(clock: ManualClock())
  private let ann = email("ann@example.com")

  @Test("asks for a wrong password again, and has it on record as no guess of a stranger")
  func wrongPasswordOfMember() async throws {
    let account = try await addAccount()
    let change = SignInUseCase(
      authenticator: try TwoSteps(), attempts: store, sessions: store, source: .at("here"),
      purpose: .change(by: Owner(of: account, in: nil)), session: .none)
    let again = try challenge(await change.begin(.email(ann), password("wrong!")).next(.begin))
    #expect(again.kind == .password)
    #expect(try await outcomes() == [.unconfirmed])
  }

  @Test("whose change can't be made is refused, as one row, which is no guess of a stranger")
  func impossibleChange() async throws {
    let account = try await addAccount()
    let proof = ScriptedSteps(.ask([Challenge(.password)]), .proven(account.subject))
    // When there is no second step to turn off, or the form can't have a key sign
    let steps =
      [
        RemovingSecondStep(store: store), AddKeyStep(KeyRules(service: "castle"), store: store),
      ] as [any FurtherStep]
    for step in steps {
      let change = SignInUseCase(
        authenticator: proof, furtherSteps: [step], attempts: store, sessions: store, source: .at("here"),
        purpose: .change(by: Owner(of: account, in: nil)), session: .none)
      let end = try outcome(await change.begin(.email(ann), password("secret")).next(.begin))
      guard case .refused(blockedFor: nil) = end else { return unexpected(end) }
    }
    #expect(try await outcomes() == [.unconfirmed, .unconfirmed])
  }

  @Test("about somebody else's account is no guess at it, and on record as not accepted")
  func somebodyElsesAccount() async throws {
    try await addAccount()
    let bob = try await store.newAccount(email("bob@example.com"))
    let change = SignInUseCase(
      authenticator: try TwoSteps(), attempts: store, sessions: store, source: .at("here"),
      purpose: .change(by: Owner(of: bob, in: nil)), session: .none)
    let end = try outcome(await change.begin(.email(ann), password("wrong!")).next(.begin))
    guard case .unavailable(.service(.sessionEnded)) = end else { return unexpected(end) }
    #expect(try await outcomes() == [.notAccepted])
  }

  @Test("ends if a provider refuses without a question, and is one failure, no guess if they are signed in")
  func refusedUnasked() async throws {
    let account = try await addAccount()
    for owner in [nil, Owner(of: account, in: nil)] {
      let change = SignInUseCase(
        authenticator: ScriptedSteps(.refused), attempts: store, sessions: store, source: .at("here"),
        purpose: .change(by: owner), session: .none)
      let end = try outcome(await change.begin(.email(ann), nil).next(.begin))
      guard case .refused(blockedFor: nil) = end else { return unexpected(end) }
    }
    #expect(try await outcomes() == [.unconfirmed, .refused])
  }

  @Test("who has proven lately who they are asks for no proof again, and makes the change at once")
  func confirmed() async throws {
    // Given an account with a second step
    let plain = try await addAccount()
    let step = NewSecondStep(sealedSecret: [1], confirmed: 1, recoveryCodes: [])
    let account = try #require(try await store.add(step, to: plain, sparing: nil, from: .test))
    // When its owner, who has proven it lately, turns it off
    let change = SignInUseCase(
      authenticator: ScriptedSteps(.refused),
      furtherSteps: [SecondFactorStep([RecoveryCodeFactor(store: store)]), RemovingSecondStep(store: store)],
      attempts: store, sessions: store, source: .at("here"), purpose: .change(by: Owner(of: account, in: nil)),
      session: .none, confirmed: store)
    let end = try outcome(await change.begin(.email(ann), nil).next(.begin))
    // Then nothing was asked, and it is off
    guard case .changed = end else { return unexpected(end) }
    #expect(try await store.account(of: ann)?.secondStep == nil)
  }

  private func challenge(_ step: SignInStep) throws -> Challenge {
    guard case .ask(let question) = step, question.challenges.count == 1, let only = question.challenges.first else {
      throw Unexpected(step: step)
    }
    return only
  }

  private func outcome(_ step: SignInStep) throws -> SignInOutcome {
    guard case .ended(let outcome) = step else { throw Unexpected(step: step) }
    return outcome
  }

  private struct Unexpected: Error {
    let step: SignInStep
  }

  @discardableResult
  private func addAccount() async throws -> Account { try await store.newAccount(ann) }

  /// The outcomes of the log, newest first.
  private func outcomes() async throws -> [AttemptOutcome] {
    try await store.rows(of: ann).map(\.outcome).filter { !$0.isChange }
  }

  private func unexpected(_ outcome: SignInOutcome) {
    Issue.record("the sign-in ended as \(outcome)")
  }
}
