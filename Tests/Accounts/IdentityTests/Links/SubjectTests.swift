import Identity
import TestSupport
import Testing

@Suite("A user whom a provider knows")
struct SubjectTests {
  @Test(
    "is written as the provider and its name for them, which may have colons",
    arguments: [
      ("pam:ada/1000", "pam", "ada/1000"), ("oidc-acme:https://x", "oidc-acme", "https://x"),
      ("oidc-acme:7", "oidc-acme", "7"),
    ])
  func text(text: String, provider: String, id: String) {
    #expect(Subject(text: text) == Subject(provider: provider, id: id))
    #expect(Subject(text: text)?.text == text)
  }

  @Test("is none without a provider or a name, nor with a name that can't be written")
  func none() {
    for text in ["", "ada", ":ada", "pam:", "PAM:ada", "pam:a da", "pam:a\u{A0}b", "pam:a\u{7}", "signin:7"] {
      #expect(Subject(text: text) == nil)
    }
    #expect(Subject(proven: String(repeating: "a", count: 255), by: "pam") != nil)
    #expect(Subject(proven: String(repeating: "a", count: 256), by: "pam") == nil)
  }

  @Test("has the name and its beginnings up to a slash as names to sign in with")
  func names() throws {
    let subject = Subject(provider: "pam", id: "ada/1000/x")
    #expect(subject.loginNames.map(\.text) == ["ada", "ada/1000", "ada/1000/x"])
    for (text, isLinked) in [("ada", true), ("ada/1000", true), ("ad", false), ("ada/", false), ("1000", false)] {
      #expect(subject.isLinked(to: .name(try #require(LoginName(text, of: "pam")))) == isLinked)
    }
    #expect(!subject.isLinked(to: .name(try #require(LoginName("ada", of: "sso")))))
    #expect(!subject.isLinked(to: .email(email("ada@lovelace.example"))))
  }

  @Test("approves elsewhere if the provider is one of OpenID Connect")
  func approval() {
    #expect(Subject.isByApproval("oidc-acme") && !Subject.isByApproval("oidc") && !Subject.isByApproval("pam"))
    #expect(Subject.program(of: "oidc-acme") == "oidc" && Subject.program(of: "pam") == "pam")
    #expect(Subject(provider: "signin", id: "7").isOurs && !Subject(provider: "pam", id: "ada").isOurs)
  }
}

@Suite("The link of a name to an account")
struct LinkTests {
  private let store = InMemoryStore(clock: ManualClock())
  private let ann = email("ann@example.com")
  private let subject = Subject(provider: "pam", id: "ada/1000")
  private let name: LoginName

  init() throws {
    name = try #require(LoginName("ada", of: "pam"))
  }

  @Test("is made in the owner's session, once the provider has proven the name")
  func made() async throws {
    let end = try await link(after: .known(subject, as: name))
    guard case .ended(.changed) = end else { throw Unexpected(end) }
    #expect(try await store.account(of: subject)?.email == ann)
  }

  @Test("is refused after a wrong answer, which is a guess at the name and counts for it", .tags(.guessingIsSlow))
  func wrong() async throws {
    let end = try await link(after: .refused)
    guard case .ended(.refused) = end else { throw Unexpected(end) }
    #expect(try await store.rows(of: name.email).map(\.outcome) == [.refused])
    #expect(try await store.account(of: subject) == nil)
  }

  @Test("that is missing is reported, so that an administrator can make it")
  func missing() async throws {
    try await confirmation("the stranger is reported") { [subject] isReported in
      let links = LinkedSubjects(store, newcomers: nil) { if $0 == subject { isReported() } }
      let useCase = SignInUseCase(
        authenticator: ScriptedSteps(.ask([Challenge(.password)]), .known(subject, as: name)), attempts: store,
        accounts: store, sessions: store, source: .at("here"), session: nil, links: links)
      let end = await useCase.begin(.name(name), try password("secret")).next(.begin)
      guard case .ended(.refused) = end else { throw Unexpected(end) }
    }
  }

  /// Ann, who is signed in, links the name, whose provider says that about the only answer.
  private func link(after step: ProofStep) async throws -> SignInStep {
    let account = try await store.newAccount(ann)
    let proof = ScriptedSteps(.ask([Challenge(.password)]), .proven(account.subject))
    let signIn = SignInUseCase(
      authenticator: proof, attempts: store, accounts: store, sessions: store, source: .at("here"),
      session: SessionLifetime())
    let signedIn = try await signIn.signIn(ann, password("secret")).signedIn
    let session = try #require(signedIn?.session)
    let linking = LinkStep(name, provenBy: ScriptedSteps(.ask([Challenge(.password)]), step), store)
    let change = SignInUseCase(
      authenticator: proof, furtherSteps: [linking], attempts: store, accounts: store, sessions: store,
      source: .at("here"),
      purpose: .change(by: Owner(of: account, in: session.id)), session: nil)
    let conversation = change.begin(.email(ann), try password("secret"))
    let asked = try question(await conversation.next(.begin))
    return try await conversation.answer(asked, "another")
  }
}
