import Identity
import TestSupport
import Testing

@Suite("A provider's user name")
struct LoginNameTests {
  @Test(
    "has an address in localhost, whatever its characters are",
    arguments: [
      ("ada", "ada"), ("ada.lovelace", "ada.lovelace"), (".", "%2e"), (".ada.", "%2eada%2e"), ("a.b", "a.b"),
      ("a..b", "a.%2eb"),
      ("a%2eb", "a%252eb"), ("ADA\\ada", "ADA%5cada"), ("ada@realm", "ada%40realm"), ("é ", "%c3%a9%20"),
      ("a_b-c9", "a_b-c9"),
    ])
  func address(_ text: String, _ part: String) throws {
    let name = try #require(LoginName(text, of: "pam"))
    #expect(name.text == text)
    #expect(name.email.text == part + "@pam.localhost")
  }

  @Test("is refused if it is empty, too long for an address, of no provider, or has control characters")
  func refused() {
    #expect(LoginName("", of: "pam") == nil)
    // A provider that cuts the name at NUL would check Ada's password under any number of names.
    for text in ["ada\0x", "ada\n", "ada\u{1B}[m", "ada\u{7F}", "ada\u{85}"] {
      #expect(LoginName(text, of: "pam") == nil)
    }
    #expect(LoginName(String(repeating: "x", count: 300), of: "pam") == nil)
    for provider in ["", "-pam", "pam-", "PAM", "p/m", "9pam"] { #expect(LoginName("ada", of: provider) == nil) }
  }

  @Test("is of a provider whose name has 1 to 32 lower-case letters, digits and inner hyphens")
  func providers() {
    for provider in ["p", "pam", "a-z09", String(repeating: "p", count: 32)] {
      #expect(LoginName("ada", of: provider)?.provider == provider)
    }
    for provider in [String(repeating: "p", count: 33), "p.m", "pämm", "z{"] {
      #expect(LoginName("ada", of: provider) == nil)
    }
  }

  @Test("is taken where its provider is asked, as an email is where emails are")
  func takes() throws {
    let name = Login.name(try #require(LoginName("ada", of: "pam")))
    let address = Login.email(email("ada@lovelace.example"))
    let kinds: [(LoginKind, Bool, Bool)] = [
      (.email, false, true), (.name(provider: "pam"), true, false), (.name(provider: "sso"), false, false),
      (.either(provider: "pam"), true, true), (.either(provider: "sso"), false, true),
    ]
    for (kind, takesName, takesEmail) in kinds {
      #expect(kind.takes(name) == takesName)
      #expect(kind.takes(address) == takesEmail)
    }
  }

  @Test("keeps its address from those who sign up, whatever the case")
  func signUp() throws {
    let either = LoginKind.either(provider: "pam")
    for text in ["ada@pam.localhost", "ada@PAM.localhost"] {
      #expect(!either.takesSignUp(email(text)))
      #expect(LoginKind.email.takesSignUp(email(text)))
    }
    #expect(either.takesSignUp(email("ada@lovelace.example")))
    #expect(!LoginKind.name(provider: "pam").takesSignUp(email("ada@lovelace.example")))
  }

  @Test("is any typed text, unless it is an email where both are accepted")
  func kinds() throws {
    let either = LoginKind.either(provider: "pam")
    #expect(either.login("ada")?.kind == .name(provider: "pam"))
    #expect(either.login("ada@lovelace.example")?.kind == .email)
    #expect(either.login("ada@") == nil)
    #expect(LoginKind.email.login("ada") == nil)
    #expect(LoginKind.name(provider: "pam").login("ada@lovelace.example")?.text == "ada@lovelace.example")
    for kind in [LoginKind.email, either] { #expect(kind.takesEmails) }
    #expect(!LoginKind.name(provider: "pam").takesEmails)
    #expect(either.isName("ada") && !either.isName("ada@") && !LoginKind.email.isName("ada"))
  }

  @Test func `A password is ours unless the person signed in by a name, now or when the session was opened`() throws {
    let kind = LoginKind.either(provider: "pam")
    let name = try #require(LoginName("ada", of: "pam"))
    let linked = email("ada@lovelace.example")
    #expect(kind.isPasswordOurs(SignedIn(email: linked)))
    #expect(!kind.isPasswordOurs(SignedIn(email: linked, login: .name(name))))
    #expect(!kind.isPasswordOurs(SignedIn(email: name.email)))
    #expect(LoginKind.email.isPasswordOurs(SignedIn(email: name.email)))
  }
}
