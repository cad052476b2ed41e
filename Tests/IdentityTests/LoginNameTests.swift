import Identity
import Testing

@Suite struct LoginNameTests {
  @Test(arguments: [
    ("ada", "ada@pam.localhost"), ("Ada.Lovelace_1", "Ada.Lovelace_1@pam.localhost"),
    ("EXAMPLE\\ada", "EXAMPLE%5cada@pam.localhost"), ("ada@EXAMPLE.COM", "ada%40EXAMPLE.COM@pam.localhost"),
    ("zoë", "zo%c3%ab@pam.localhost"),
  ])
  func `A name is counted as an address that nobody else has`(_ name: String, _ address: String) {
    #expect(LoginName(name, of: "pam")?.email.text == address)
  }

  @Test(arguments: ["", ".ada", "ada.", String(repeating: "a", count: 65)])
  func `A name that no address can hold is none`(_ name: String) {
    #expect(LoginName(name, of: "pam") == nil)
  }

  @Test(arguments: ["", "Pam", "../pam", "pam/x", "-pam", "pam-", "1pam", String(repeating: "p", count: 33)])
  func `A provider has a name, not a path`(_ provider: String) {
    #expect(LoginName("ada", of: provider) == nil)
  }

  @Test func `A name with a sign of a mail address is an email where both are taken`() {
    let either = LoginKind.either(provider: "pam")
    #expect(either.login("ada@lovelace.example") == EmailAddress("ada@lovelace.example").map(Login.email))
    #expect(either.login("ada") == LoginName("ada", of: "pam").map(Login.name))
    #expect(either.login("ada@") == nil)
    #expect(LoginKind.name(provider: "pam").login("ada@lovelace.example") != nil)
    #expect(LoginKind.email.login("ada") == nil)
  }

  @Test func `A kind takes no login of another provider`() throws {
    let ada = Login.name(try #require(LoginName("ada", of: "ldap")))
    #expect(!LoginKind.name(provider: "pam").takes(ada))
    #expect(!LoginKind.email.takes(ada))
    #expect(LoginKind.either(provider: "ldap").takes(ada))
  }
}
