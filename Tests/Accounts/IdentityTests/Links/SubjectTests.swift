import Identity
import TestSupport
import Testing

@Suite("A user whom a provider knows")
struct SubjectTests {
  @Test(
    "is written as the provider and its name for them, which may have colons",
    arguments: [("pam:ada/1000", "pam", "ada/1000"), ("oidc-acme:https://x", "oidc-acme", "https://x")])
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
