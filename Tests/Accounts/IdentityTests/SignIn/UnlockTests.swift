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
    of login: Login, provenBy step: ProofStep, unlocking account: AccountReference
  ) async throws -> SignInOutcome? {
    let useCase = SignInUseCase(
      authenticator: ScriptedAuthenticator { _ throws(StoreError) in step }, attempts: store, accounts: store,
      sessions: store, source: .at("here"), purpose: .unlock(account), session: nil,
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
    let locked = try store.reference(to: former)
    #expect(
      try await end(of: .email(ann), provenBy: .proven(former.subject), unlocking: locked)?.signedIn?.email == ann)
    _ = try await store.change(ann, .remove)
    let next = try await store.newAccount(ann)
    // when its right password is typed at the lock of the former one, then nothing is verified or counted
    guard
      case .refused(blockedFor: nil)? = try await end(
        of: .email(ann), provenBy: .proven(next.subject), unlocking: locked)
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
    let locked = try store.reference(to: account)
    guard case .refused? = try await end(of: name, provenBy: known, unlocking: locked) else {
      Issue.record("A stranger is in.")
      return
    }
    #expect(try await store.account(of: subject) == nil)
    // then the owner
    #expect(try await store.link(subject, to: ann, from: .test) == .linked)
    #expect(try await end(of: name, provenBy: known, unlocking: locked)?.signedIn?.email == ann)
    // and nobody whose link is to another account
    let other = try store.reference(to: try await store.newAccount(email("bob@example.com")))
    guard case .refused? = try await end(of: name, provenBy: known, unlocking: other) else {
      Issue.record("The user of another account is in.")
      return
    }
  }

  @Test(
    "tells nobody who makes a reference up which emails have an account, or its number",
    .tags(.sessionsStayAtTheirTerminal), arguments: ["ann@example.com", "nobody@example.com"], [0, 1, 2])
  func madeUp(_ typed: String, ahead: Int64) async throws {
    // given an account, and a form that tries one number after the other
    let account = try await store.newAccount(ann)
    let reference = try #require(AccountReference("\(account.id - 1 + ahead)-0123456789abcdef"))
    let before = try await store.attempts(of: email(typed), before: nil, limit: 9).count
    // when it has the right password, and the right number among the others
    let login = Login.email(email(typed))
    guard
      case .refused(blockedFor: nil)? = try await end(
        of: login, provenBy: .proven(account.subject), unlocking: reference)
    else {
      Issue.record("A reference that the store has not made was looked up.")
      return
    }
    // then nothing was verified or recorded
    #expect(try await store.attempts(of: email(typed), before: nil, limit: 9).count == before)
    #expect(try await store.throttleState().runs.isEmpty)
  }
}
