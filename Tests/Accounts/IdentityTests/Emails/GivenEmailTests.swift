import Identity
import TestSupport
import Testing

@Suite("An email as it was given")
struct GivenEmailTests {
  @Test(
    "means the address without blanks and invisible characters at its ends",
    arguments: [
      " ada@lovelace.example", "ada@lovelace.example ", "\tada@lovelace.example\r\n",
      "\u{A0}ada@lovelace.example\u{A0}",
      "\u{200B}ada@lovelace.example\u{200B}", "\u{FEFF}ada@lovelace.example", "\u{202A}ada@lovelace.example\u{202C}",
      "\u{2068}ada@lovelace.example\u{2069}", "ada@lovelace.example\u{200F}", "\u{3000}ada@lovelace.example\u{2003}",
      "ada@lovelace.example\u{AD}", "\u{2060}ada@lovelace.example\u{FE0F}", "\u{200D}\u{E0001}ada@lovelace.example",
      "\u{2028}ada@lovelace.example\u{3164}", "\u{2800} ada@lovelace.example \u{0}",
    ])
  func trimmed(_ text: String) {
    let given = GivenEmail(text)
    #expect(given.address?.text == "ada@lovelace.example")
    #expect(given.text == "ada@lovelace.example")
    #expect(given.fault == nil)
  }

  @Test(
    "means the address in a link or behind a name",
    arguments: [
      "mailto:ada@lovelace.example", "MAILTO:ada@lovelace.example", "mailto:ada@lovelace.example?subject=Hi",
      "mailto:ada%40lovelace.example", " mailto: ada@lovelace.example ", "Ada Lovelace <ada@lovelace.example>",
      "<ada@lovelace.example>", "\"Lovelace, Ada\" <ada@lovelace.example>", "Ada <mailto:ada@lovelace.example>",
      "\u{200B}Ada < ada@lovelace.example >\u{A0}", "伯爵夫人 <ada@lovelace.example>", "a<b> <ada@lovelace.example>",
    ])
  func unwrapped(_ text: String) {
    #expect(GivenEmail(text).address?.text == "ada@lovelace.example")
    #expect(GivenEmail(text).text == "ada@lovelace.example")
  }

  @Test("in a link has its percent signs read, and elsewhere has none")
  func percent() {
    #expect(GivenEmail("mailto:ada%2Bx@lovelace.example").address?.text == "ada+x@lovelace.example")
    #expect(GivenEmail("ada%2Bx@lovelace.example").address?.text == "ada%2Bx@lovelace.example")
    for name in ["ada%", "ada%4", "ada%+4"] {
      #expect(GivenEmail("mailto:\(name)@lovelace.example").address?.text == "\(name)@lovelace.example")
    }
  }

  @Test("in full width means the narrow characters")
  func fullWidth() {
    #expect(GivenEmail("ａｄａ１＠ｌｏｖｅｌａｃｅ．ｅｘａｍｐｌｅ").address?.text == "ada1@lovelace.example")
    #expect(GivenEmail("ada＠lovelace。example").address?.text == "ada@lovelace.example")
    #expect(GivenEmail("Ａｄａ\u{3000}＜ada﹫lovelace.example＞").address?.text == "ada@lovelace.example")
  }

  @Test(
    "with a domain in any script means its A-labels, and keeps its script to be shown",
    arguments: [
      ("ada@müller.de", "ada@xn--mller-kva.de"), ("ada@MÜLLER.de", "ada@xn--mller-kva.de"),
      ("ada@mu\u{308}ller.de", "ada@xn--mller-kva.de"), ("ada@exämple.de", "ada@xn--exmple-cua.de"),
      ("ada@例え.jp", "ada@xn--r8jz45g.jp"), ("ada@例え。jp", "ada@xn--r8jz45g.jp"),
      ("ada@straße.de", "ada@xn--strae-oqa.de"), ("ada@пример.рф", "ada@xn--e1afmkfd.xn--p1ai"),
      ("ada@مثال.السعودية", "ada@xn--mgbh0fb.xn--mgberp4a5d4ar"), ("ada@xn--mller-kva.de", "ada@xn--mller-kva.de"),
      // Persian and Sinhala need characters within a word that show nothing
      ("ada@\u{646}\u{627}\u{645}\u{647}\u{200C}\u{627}\u{6CC}.com", "ada@xn--mgba3gch31f060k.com"),
      ("ada@\u{DC1}\u{DCA}\u{200D}\u{DBB}\u{DD3}.lk", "ada@xn--10cl1a0b660p.lk"),
    ])
  func anyScript(_ text: String, _ address: String) {
    #expect(GivenEmail(text).address?.text == address)
    #expect(GivenEmail(" \(text) ").address?.text == address)
    #expect(GivenEmail(" \(text) ").text.contains("@xn--") == text.contains("@xn--"))
  }

  @Test(
    "that means no address says why",
    arguments: [
      ("ada @lovelace.example", .blank), ("ada@love lace.example", .blank), ("ada@lovelace\u{A0}.example", .blank),
      ("ada@love\u{200B}lace.example", .invisible("\u{200B}")), ("ad\u{202E}a@x.example", .invisible("\u{202E}")),
      ("ada@mü\u{AD}ller.de", .invisible("\u{AD}")), ("ada@@x.example", .severalAts), ("a@b@c.de", .severalAts),
      ("@x.example", .noName), ("ädä@x.example", .characterInName("ä")), ("日本語@例え.jp", .characterInName("日")),
      ("ada,l@x.example", .characterInName(",")), ("ada@x_y.example", .characterInDomain("_")),
      ("ada@x.example,", .characterInDomain(",")), ("ada@lovelace,example", .characterInDomain(",")),
      ("ada@x.example;bob@y.example", .severalAts), ("a..b@x.example", .dot), (".a@x.example", .dot), ("a..b", .dot),
      (".a", .dot), ("a..", .dot),
      ("a.@x.example", .dot), ("ada@x..example", .dot), ("ada@.example", .dot), ("ada@-x.example", .hyphen),
      ("ada@x-.example", .hyphen), ("ada@192.0.2.1", .numbers), ("ada@☃\u{338}.example", .domain),
      (String(repeating: "a", count: 65) + "@x.example", .tooLong),
      ("a@" + String(repeating: "a", count: 64) + ".example", .tooLong),
      ("a@" + String(repeating: "abc.", count: 64) + "example", .tooLong),
      (
        "a@" + String(repeating: String(repeating: "a", count: 63) + ".", count: 3) + String(repeating: "a", count: 61),
        .tooLong
      ),
      (
        String(repeating: "a", count: 64) + "@" + String(repeating: String(repeating: "a", count: 62) + ".", count: 3)
          + "b", .tooLong
      ),
    ] as [(String, EmailFault)])
  func faulty(_ text: String, _ fault: EmailFault) {
    #expect(GivenEmail(text).address == nil)
    #expect(GivenEmail(text).fault == fault)
  }

  @Test(
    "that may become an address by typing on has no fault",
    arguments: [
      "", " ", "a", "ada.", "ada@", "ada@x", "ada@x.", "ada@x-", "ada@x.example.", "ada@mail.1", "ada@mü", "ada@例え。",
      "mailto:ada", String(repeating: "a", count: 64), String(repeating: "a", count: 64) + "@x.",
      "ada@" + String(repeating: "a", count: 63), "ada@1", "ada@1.",
    ])
  func unfinished(_ text: String) {
    #expect(GivenEmail(text).address == nil)
    #expect(GivenEmail(text).fault == nil)
  }

  @Test(
    "that lacks something says what, once nobody types on",
    arguments: [
      ("ada", .noAt), ("ada.", .noAt), ("ada@", .noDomain), ("ada@localhost", .noDot), ("ada@x-", .noDot),
      ("ada@x.", .dot), ("ada@x.example.", .dot), ("ada@例え。", .dot), ("ada@x.example-", .hyphen), ("ada@mail.1", nil),
      ("ada@@x", .severalAts),
    ] as [(String, EmailFault?)])
  func lacking(_ text: String, _ fault: EmailFault?) {
    #expect(GivenEmail(text).finalFault == fault)
    #expect(GivenEmail("ada@x.example").finalFault == nil)
  }

  @Test("is an email for a login of either kind, whatever its @")
  func login() {
    let kind = LoginKind.either(provider: "pam")
    #expect(kind.login(" ada＠müller.de")?.email.text == "ada@xn--mller-kva.de")
    #expect(kind.login("ada ")?.text == "ada ")
  }
}
