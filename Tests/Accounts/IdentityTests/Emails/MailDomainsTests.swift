import Testing

@testable import Identity

@Suite("Mistyped mail domains")
struct MailDomainsTests {
  @Test(
    "The intended domain is suggested; the name before it stays as typed",
    arguments: [
      ("gmai.com", "gmail.com"), ("gmail.cmo", "gmail.com"), ("gamil.com", "gmail.com"), ("mgail.com", "gmail.com"),
      ("ayhoo.com", "yahoo.com"),
      ("gmaill.com", "gmail.com"), ("gmail.con", "gmail.com"), ("GMIAL.com", "gmail.com"), ("gmaip.cpm", "gmail.com"),
      ("yaho.com", "yahoo.com"), ("yahooo.com", "yahoo.com"), ("hotmal.com", "hotmail.com"),
      ("hotmail.cim", "hotmail.com"), ("outlok.com", "outlook.com"), ("iclod.com", "icloud.com"), ("we.de", "web.de"),
      ("t-onlin.de", "t-online.de"), ("protonmial.com", "protonmail.com"), ("docomo.ne.jo", "docomo.ne.jp"),
      ("yahoo.cp.jp", "yahoo.co.jp"),
    ])
  func mistyped(typed: String, meant: String) {
    for name in ["ada", "Ada.L+x"] {
      #expect(MailDomains.suggestion(for: "\(name)@\(typed)", isFinished: false) == "\(name)@\(meant)")
    }
  }

  @Test(
    "Nothing is suggested for a known domain, a possible one of another country, or one unlike any known",
    arguments: [
      "gmail.com", "Gmail.COM", "mail.com", "ymail.com", "email.com", "hotmail.se", "yahoo.co.jp", "yahoo.co.nz",
      "yahoo.com.sg",
      "live.nl", "outlook.pt", "gmx.li", "uol.com", "ibm.com", "example.com", "lovelace.example", "acm.org",
      "umail.com", "aop.con", "wev.dr",
      "mit.edu", "a.de", "gmail.com.evil.example", "signin.dev",
    ])
  func known(domain: String) {
    for isFinished in [false, true] {
      #expect(MailDomains.suggestion(for: "ada@\(domain)", isFinished: isFinished) == nil)
    }
  }

  @Test("Nothing is suggested while the user types a known domain letter by letter")
  func halfTyped() {
    for domain in MailDomains.all {
      for length in 0...domain.count {
        #expect(MailDomains.suggestion(for: "ada@\(domain.prefix(length))", isFinished: false) == nil, "\(domain)")
      }
    }
    // Once the text is finished, the missing part is suggested.
    for domain in ["gmail.co", "gmail.c"] {
      #expect(MailDomains.suggestion(for: "o'brien@\(domain)", isFinished: true) == "o'brien@gmail.com")
    }
  }

  @Test(
    "Nothing is suggested for a text that isn't an email",
    arguments: ["", "ada", "ada@", "ada@gmial", "a b@gmial.com", "@gmial.com"])
  func noEmail(text: String) {
    for isFinished in [false, true] { #expect(MailDomains.suggestion(for: text, isFinished: isFinished) == nil) }
  }
}
