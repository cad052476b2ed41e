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
      authenticator: try TwoSteps(), attempts: store, accounts: store, sessions: store, source: .at("here"),
      purpose: .change(by: Owner(of: account, in: nil)), session: nil)
    let again = try challenge(await change.begin(.email(ann), password("wrong!")).next(.begin))
    #expect(again.kind == .password)
    #expect(try await store.outcomes(of: ann) == [.unconfirmed])
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
        authenticator: proof, furtherSteps: [step], attempts: store, accounts: store, sessions: store,
        source: .at("here"),
        purpose: .change(by: Owner(of: account, in: nil)), session: nil)
      let end = try outcome(await change.begin(.email(ann), password("secret")).next(.begin))
      guard case .refused(blockedFor: nil) = end else { return unexpected(end) }
    }
    #expect(try await store.outcomes(of: ann) == [.unconfirmed, .unconfirmed])
  }

  @Test("about somebody else's account is no guess at it, and on record as not accepted")
  func somebodyElsesAccount() async throws {
    try await addAccount()
    let bob = try await store.newAccount(email("bob@example.com"))
    let change = SignInUseCase(
      authenticator: try TwoSteps(), attempts: store, accounts: store, sessions: store, source: .at("here"),
      purpose: .change(by: Owner(of: bob, in: nil)), session: nil)
    let end = try outcome(await change.begin(.email(ann), password("wrong!")).next(.begin))
    guard case .unavailable(.service(.sessionEnded)) = end else { return unexpected(end) }
    #expect(try await store.outcomes(of: ann) == [.notAccepted])
  }

  @Test("ends if a provider refuses without a question, and is one failure, no guess if they are signed in")
  func refusedUnasked() async throws {
    let account = try await addAccount()
    for owner in [nil, Owner(of: account, in: nil)] {
      let change = SignInUseCase(
        authenticator: ScriptedSteps(.refused), attempts: store, accounts: store, sessions: store, source: .at("here"),
        purpose: .change(by: owner), session: nil)
      let end = try outcome(await change.begin(.email(ann), nil).next(.begin))
      guard case .refused(blockedFor: nil) = end else { return unexpected(end) }
    }
    #expect(try await store.outcomes(of: ann) == [.unconfirmed, .refused])
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
      attempts: store, accounts: store, sessions: store, source: .at("here"),
      purpose: .change(by: Owner(of: account, in: nil)),
      session: nil, isConfirmed: true)
    let end = try outcome(await change.begin(.email(ann), nil).next(.begin))
    // Then nothing was asked, and it is off
    guard case .changed = end else { return unexpected(end) }
    #expect(try await store.account(of: ann)?.secondStep == nil)
  }

  @discardableResult
  private func addAccount() async throws -> Account { try await store.newAccount(ann) }
}
