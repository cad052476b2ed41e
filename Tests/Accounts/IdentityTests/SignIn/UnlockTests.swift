import Identity
import Secrets
import TestSupport
import Testing

@Suite("Unlocking a terminal")
struct UnlockTests {
  private let store = InMemoryStore(clock: ManualClock())
  private let ann = email("ann@example.com")
  private let name = Login.name(UnlockTests.loginName("ann"))
  private let subject = Subject(provider: "pam", id: "ann/1000")

  private static func loginName(_ text: String) -> LoginName {
    guard let name = LoginName(text, of: "pam") else { preconditionFailure("This is a name.") }
    return name
  }

  private func end(
    of login: Login, provenBy step: ProofStep, unlocking account: Int64
  ) async throws -> SignInOutcome? {
    let useCase = SignInUseCase(
      authenticator: ScriptedAuthenticator { _ throws(StoreError) in step }, attempts: store, sessions: store,
      source: .at("here"), purpose: .unlock(account: account), session: .none,
      links: LinkedSubjects(store, newcomers: .always))
    if case .ended(let outcome) = await useCase.begin(login, try password("secret")).next(.begin) { return outcome }
    return nil
  }

  @Test(
    "signs in to the account that locked it, and to none that has its email by then",
    .tags(.sessionsStayAtTheirTerminal))
  func byEmail() async throws {
    // given the account, and the next one of its email
    let former = try await store.newAccount(ann)
    #expect(
      try await end(of: .email(ann), provenBy: .proven(former.subject), unlocking: former.id)?.signedIn?.email == ann)
    _ = try await store.change(ann, .remove)
    let next = try await store.newAccount(ann)
    // when its right password is typed at the lock of the former one, then nothing is verified or counted
    guard
      case .refused(blockedFor: nil)? = try await end(
        of: .email(ann), provenBy: .proven(next.subject), unlocking: former.id)
    else {
      Issue.record("The next owner of the email is in.")
      return
    }
    #expect(try await store.throttleState().runs.isEmpty)
    #expect(try await !store.attempts(of: ann, before: nil, limit: 9).map(\.outcome).contains(.refused))
  }

  @Test(
    "signs in whom another provider proves, if the link is to the account that locked it, and adds none",
    .tags(.sessionsStayAtTheirTerminal))
  func byName() async throws {
    let known = ProofStep.known(subject, as: Self.loginName("ann"))
    // given nobody who is linked
    let account = try await store.newAccount(ann)
    guard case .refused? = try await end(of: name, provenBy: known, unlocking: account.id) else {
      Issue.record("A stranger is in.")
      return
    }
    #expect(try await store.account(of: subject) == nil)
    // then the owner
    #expect(try await store.link(subject, to: ann, from: .test) == .linked)
    #expect(try await end(of: name, provenBy: known, unlocking: account.id)?.signedIn?.email == ann)
    // and nobody whose link is to another account
    guard case .refused? = try await end(of: name, provenBy: known, unlocking: account.id + 1) else {
      Issue.record("The user of another account is in.")
      return
    }
  }
}
