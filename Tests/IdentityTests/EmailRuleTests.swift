import Foundation
import Identity
import TestSupport
import Testing

@Suite("The email rule")
struct EmailRuleTests {
  @Test(
    "accepts the same emails as the regular expression",
    arguments: ["a@b.de", "A.b_c%d+e-f@x.co", "a@-.--.museum", "..@...zz", "9@9.xy", "a@b.c.ab"])
  func accepts(_ text: String) {
    #expect(isValid(text))
  }

  @Test(
    "refuses the same texts as the regular expression",
    arguments: [
      "", "@", "a@", "@b.de", "a@b", "a@.de", "a@b.d", "a@b.d3", "a@b.de.", "a@@b.de", "a@b@c.de", "a b@c.de",
      "a@b.de\n", " a@b.de", "a@b_c.de", "a!@b.de", "\u{212A}@b.de", "a@b.d\u{301}e", "a\u{0}@b.de",
    ])
  func refuses(_ text: String) {
    #expect(!isValid(text))
  }

  @Test("ends at 254 bytes and at 64 letters of the last label")
  func limits() {
    #expect(isValid(String(repeating: "a", count: 249) + "@b.de"))
    #expect(!isValid(String(repeating: "a", count: 250) + "@b.de"))
    #expect(isValid("a@b." + String(repeating: "c", count: 64)))
    #expect(!isValid("a@b." + String(repeating: "c", count: 65)))
  }

  @Test("agrees with the regular expression on 60,000 generated texts", arguments: [1, 2, 3] as [UInt64])
  func agreesWithExpression(seed: UInt64) throws {
    // Given valid addresses, and copies with a few characters inserted, removed or replaced
    let expression = try NSRegularExpression(pattern: #"\A[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,64}\z"#)
    var texts = EmailGenerator(seed: seed)
    var valid = 0
    // When the rule and the expression are asked
    for _ in 0..<20_000 {
      let text = texts.next()
      let whole = NSRange(location: 0, length: text.utf16.count)
      let expected = text.utf8.count <= 254 && expression.firstMatch(in: text, range: whole) != nil
      // Then they agree
      #expect(isValid(text) == expected, "\(text.debugDescription) with seed \(seed)")
      valid += expected ? 1 : 0
    }
    // And the texts were neither all valid nor all invalid
    #expect((4_000...16_000).contains(valid), "\(valid) of 20,000 were valid")
  }

  private func isValid(_ text: String) -> Bool {
    var text = text
    return text.withUTF8(EmailAddress.isValid(utf8:))
  }
}

/// Generates texts similar to valid addresses, the same for the same seed.
private struct EmailGenerator {
  private var random: SeededGenerator
  private let local = Array("abyzABYZ0189._%+-")
  private let domain = Array("abyzABYZ0189.-")
  private let top = Array("abyzABYZ")
  private let strange = Array("@@..-_%+ aZ5[`{/:!\n\t\u{0}äßK\u{212A}\u{301}\u{FF20}🇩🇪")

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func next() -> String {
    let isLong = Int.random(in: 0..<20, using: &random) == 0
    var text = run(of: local, 1...(isLong ? 250 : 8))
    text.append("@")
    text += run(of: domain, 1...(isLong ? 250 : 8))
    text.append(".")
    text += run(of: top, 2...(isLong ? 66 : 4))
    for _ in 0..<Int.random(in: 0...2, using: &random) { mutate(&text) }
    return String(text)
  }

  private mutating func run(of alphabet: [Character], _ length: ClosedRange<Int>) -> [Character] {
    (0..<Int.random(in: length, using: &random)).map { _ in alphabet[Int.random(in: alphabet.indices, using: &random)] }
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
