import Secrets
import TestSupport
import Testing

@testable import Identity

/// The addresses that stand for logins that nobody has.
@Suite struct UnknownLoginTests {
  @Test func `An unknown login gets an address that nobody can have, the same in any case of letters`() throws {
    let key = try #require(LoginKey(bytes: Array(1...32)))
    // Computed by Python's hashlib.
    let unknown = EmailAddress(unknown: email("Ada@Lovelace.example"), by: key)
    #expect(unknown.text == "unknown@d8390f53c01bfaff")
    #expect(unknown == EmailAddress(unknown: email("ada@lovelace.example"), by: key))
    #expect(EmailAddress(unknown.text) == nil)
    #expect(unknown.isUnknown && EmailAddress.ofMany.isUnknown)
    #expect(!email("unknown@example.com").isUnknown && !email("ada@example.com").isUnknown)
  }

  @Test(
    arguments: [
      ("unknown@", true), ("UNKNOWN@0A", true), ("know", true), ("own@12", true), ("9f", true), ("", true),
      ("adx", false),
      ("12g", false), ("@12x", false), ("0.5", false),
    ])
  func `A word may be in such an address if it is of its name and of hexadecimal digits`(_ word: String, mayBe: Bool) {
    #expect(EmailAddress.unknownMayContain(word) == mayBe)
  }

  @Test func `A subject is linked to its name, and to what stands before each slash in its id`() throws {
    // given
    func name(_ text: String, of provider: String = "pam") throws -> Login {
      .name(try #require(LoginName(text, of: provider)))
    }
    let subject = Subject(provider: "pam", id: "ada/1000/x")
    // then
    #expect(subject.loginNames.map(\.text) == ["ada", "ada/1000", "ada/1000/x"])
    for linked in ["ada", "ada/1000", "ada/1000/x"] { #expect(try subject.isLinked(to: name(linked))) }
    for other in ["ad", "ada/", "ada/100", "bob"] { #expect(try !subject.isLinked(to: name(other))) }
    #expect(try !subject.isLinked(to: name("ada", of: "ldap")))
    #expect(!subject.isLinked(to: .email(email("ada@pam.localhost.example"))))
  }
}
