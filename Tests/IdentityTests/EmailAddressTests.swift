import Identity
import Testing

@Suite("An email address")
struct EmailAddressTests {
  @Test("is kept as typed and compared without regard to ASCII case")
  func comparesByKey() throws {
    // Given the same address typed in two ways
    let typed = try #require(EmailAddress("Ann.Lee@Example.COM"))
    let again = try #require(EmailAddress("ann.lee@example.com"))
    // Then they are equal, and each keeps its spelling
    #expect(typed == again)
    #expect(Set([typed, again]).count == 1)
    #expect(typed.text == "Ann.Lee@Example.COM")
    #expect(typed.key == "ann.lee@example.com")
    #expect("\(typed)" == "Ann.Lee@Example.COM")
  }

  @Test("differs if anything but case differs")
  func differs() {
    #expect(EmailAddress("ann@example.com") != EmailAddress("ann@example.org"))
  }

  @Test(
    "is nil if it breaks the rule, from text and from bytes alike",
    arguments: ["", "ann", "ann@example", "ä@b.de"])
  func refusesInvalid(_ text: String) {
    var text = text
    #expect(EmailAddress(text) == nil)
    #expect(text.withUTF8 { EmailAddress(utf8: $0) } == nil)
  }

  @Test("can be made of bytes")
  func takesBytes() {
    var text = "Bob@example.com"
    let email = text.withUTF8 { EmailAddress(utf8: $0) }
    #expect(email?.text == "Bob@example.com")
    #expect(email?.key == "bob@example.com")
  }
}
