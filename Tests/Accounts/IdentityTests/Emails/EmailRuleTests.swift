import Foundation
import Identity
import TestSupport
import Testing

@Suite("The email rule")
struct EmailRuleTests {
  @Test(
    "accepts a dot-atom, an @ and a host name",
    arguments: [
      "ada@lovelace.example", "o'brien@example.ie", "a@b.c", "9@9.xy", "A.b_c%d+e-f@x.co", "a@b.c.ab",
      "!#$%&'*+-/=?^_`{|}~@example.com", "=a@example.com", "-@example.com", "a.b.c@d-e.f--g.museum",
      "mail@xn--bcher-kva.example", "mail@example.xn--p1ai", "a@1.2b", "a@b.d3", "a@1.1-1", "a@3com.com",
    ])
  func accepts(_ text: String) {
    #expect(isValid(text))
  }

  @Test(
    "refuses every other text",
    arguments: [
      "", "@", "a", "a@", "@b.de", "a@b", "a@.de", "a@b.de.", "a@b..de", "a@-b.de", "a@b-.de", "a@b.-de", "a@b.de-",
      "a@-", ".@b.de", ".a@b.de", "a.@b.de", "a..b@b.de", "a@1.2", "a@192.0.2.1", "a@[192.0.2.1]", "a@@b.de",
      "a@b@c.de", "a b@c.de", " a@b.de", "a@b.de ", "a@b.de\n", "a\t@b.de", "\"a\"@b.de", "\"a b\"@b.de",
      "a\\@b.de", "a(b)@b.de", "a,b@c.de", "a:b@c.de", "a;b@c.de", "<a@b.de>", "a@b_c.de", "a@b!.de", "ä@b.de",
      "a@bücher.de", "\u{212A}@b.de", "a@b.d\u{301}e", "a\u{0}@b.de", "a@b\u{0}.de", "a@b.de\u{0}", "a\u{7F}@b.de",
    ])
  func refuses(_ text: String) {
    #expect(!isValid(text))
  }

  @Test("ends at 64 bytes before the @, 63 in a label and 254 in all")
  func limits() {
    func run(_ count: Int) -> String { String(repeating: "a", count: count) }
    // Given the longest of each part, then one byte more
    #expect(isValid("\(run(64))@b.de"))
    #expect(!isValid("\(run(65))@b.de"))
    #expect(isValid("a@\(run(63)).\(run(63))"))
    #expect(!isValid("a@\(run(64)).de"))
    #expect(!isValid("a@b.\(run(64))"))
    let domain = "\(run(63)).\(run(63))"
    #expect(isValid("\(run(64))@\(domain).\(run(61))"))
    #expect(!isValid("\(run(64))@\(domain).\(run(62))"))
  }

  @Test("of earlier versions is kept for stores: dots and hyphens anywhere, parts of any length, and 254 bytes in all")
  func stored() {
    func run(_ count: Int) -> String { String(repeating: "a", count: count) }
    for text in ["a..b@x.org", ".a@-x-", "\(run(65))@b", "a@\(run(252))"] {
      #expect(EmailAddress(stored: text)?.text == text)
    }
    for text in ["", "a", "@b", "a@", "a@b@c", "a b@c", "a@b_c", "ä@b", "a@\(run(253))"] {
      #expect(EmailAddress(stored: text) == nil)
    }
  }

  @Test("agrees with a regular expression on 60,000 generated texts", arguments: [1, 2, 3] as [UInt64])
  func agreesWithExpression(seed: UInt64) throws {
    // Given valid addresses, and copies with a few characters inserted, removed or replaced
    let atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
    let label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    let address = #"\#(atom)(?:\.\#(atom))*@(?:\#(label)\.)+(?![0-9]+\z)\#(label)"#
    let rule = try NSRegularExpression(pattern: #"\A(?=[^@]{1,64}@)(?=.{1,254}\z)\#(address)\z"#)
    let first = try NSRegularExpression(pattern: #"\A[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,64}\z"#)
    let impossible = try NSRegularExpression(
      pattern: #"\A\.|\.\.|\.@|@[.-]|@.*(?:-\.|\.-)|\A[^@]{65}|@.*[^.]{64}|\A.{255}"#)
    var texts = EmailGenerator(seed: seed)
    var valid = 0
    var abandoned = 0
    // When the rule and the expression are asked
    for _ in 0..<20_000 {
      let text = texts.next()
      let expected = rule.finds(text)
      // Then they agree
      #expect(isValid(text) == expected, "\(text.debugDescription) with seed \(seed)")
      valid += expected ? 1 : 0
      // And an address of the first rule is still valid, unless no mail can be sent there
      guard !expected, first.finds(text) else { continue }
      #expect(impossible.finds(text), "\(text.debugDescription) with seed \(seed)")
      abandoned += 1
    }
    // And the texts were neither all valid nor all invalid
    #expect((4_000...16_000).contains(valid), "\(valid) of 20,000 were valid")
    #expect(abandoned > 200)
  }

  private func isValid(_ text: String) -> Bool {
    var text = text
    return text.withUTF8(EmailAddress.isValid(utf8:))
  }
}

extension NSRegularExpression {
  fileprivate func finds(_ text: String) -> Bool {
    firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
  }
}

/// Generates texts similar to valid addresses, the same for the same seed.
private struct EmailGenerator {
  private var random: SeededGenerator
  private let local = Array("abyzABYZ0189!#$%&'*+-/=?^_`{|}~")
  private let domain = Array("abyzABYZ0189ab-")
  /// The characters of the first rule, which allowed dots and hyphens anywhere.
  private let firstLocal = Array("abyzABYZ0189._%+-")
  private let firstDomain = Array("abyzABYZabyz.-")
  private let strange = Array("@@..--'\"\\ (),:;<>[]_%+ aZ5`{/!\n\t\u{0}\u{7F}äßK\u{212A}\u{301}\u{FF20}🇩🇪")

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func next() -> String {
    let isLong = Int.random(in: 0..<20, using: &random) == 0
    let length = isLong ? 1...66 : 1...5
    let isOfFirstRule = Int.random(in: 0..<3, using: &random) == 0
    var text = parts(1...(isLong ? 2 : 3), of: isOfFirstRule ? firstLocal : local, length)
    text.append("@")
    text += parts(isLong ? 1...5 : 1...3, of: isOfFirstRule ? firstDomain : domain, length)
    for _ in 0..<Int.random(in: 0...1, using: &random) { mutate(&text) }
    return String(text)
  }

  /// Returns runs of characters from `alphabet` with dots between them. Now and then a run has only digits.
  private mutating func parts(
    _ count: ClosedRange<Int>, of alphabet: [Character], _ length: ClosedRange<Int>
  ) -> [Character] {
    let runs = (0..<Int.random(in: count, using: &random)).map { _ in
      let isNumber = Int.random(in: 0..<10, using: &random) == 0
      let characters = isNumber ? Array("0123456789") : alphabet
      return (0..<Int.random(in: length, using: &random)).map { _ in characters.randomElement(using: &random) ?? "a" }
    }
    return Array(runs.joined(separator: "."))
  }

  private mutating func mutate(_ text: inout [Character]) {
    let index = Int.random(in: text.indices, using: &random)
    let character = strange[Int.random(in: strange.indices, using: &random)]
    switch Int.random(in: 0..<3, using: &random) {
    case 0: text.insert(character, at: index)
    case 1: text[index] = character
    default: if text.count > 1 { text.remove(at: index) }
    }
  }
}
