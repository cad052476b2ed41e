import Identity
import TestSupport
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

  @Test(
    "that only an earlier version accepted is still valid in a store",
    arguments: ["a..b@x.com", ".a@x.com", "a.@x.com", "..@...zz", "a@-x.com", "a@x..com", "A@-.--.museum"])
  func takesStored(_ text: String) {
    #expect(EmailAddress(text) == nil)
    let email = EmailAddress(stored: text)
    #expect(email?.text == text)
    #expect(email?.key == text.lowercased())
  }

  @Test(
    "that no version accepted is not valid, even in a store",
    arguments: [
      "", "ada", "@", "a@", "@x.com", "a@@x.com", "a b@x.com", "a\"b@x.com", "a@x.com\n", "ä@x.com", "a\u{1B}[2J@x.com",
    ])
  func refusesDamaged(_ text: String) {
    #expect(EmailAddress(stored: text) == nil)
  }

  @Test("gets an apostrophe in a CSV file if a spreadsheet would take it for a formula", .tags(.textCannotAct))
  func inCSV() {
    for (text, field) in [
      ("ada@x.com", "ada@x.com"), ("o'brien@x.com", "o'brien@x.com"), ("=a@x.com", "'=a@x.com"),
      ("+a@x.com", "'+a@x.com"), ("-a@x.com", "'-a@x.com"), ("'a@x.com", "''a@x.com"), ("'=a@x.com", "''=a@x.com"),
    ] {
      #expect(email(text).csvField == field)
    }
  }
}
