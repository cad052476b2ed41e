import TestSupport
import Testing

@testable import Secrets

@Suite("The letters of a guarded text, counted during edits")
struct LetterCountTests {
  @Test("Capitals and lowercase letters count, all other characters don't")
  func kinds() {
    let text = GuardedText("Ada 1! ÄÖü Σσς 日本")
    #expect(text.letterCount.capitals == 4)
    #expect(text.letterCount.small == 5)
  }

  @Test("2,000 random edits give the same counts as the whole text")
  func edits() {
    var random = SeededGenerator(seed: 1)
    let alphabet: [Unicode.Scalar] = ["a", "B", "é", "Ω", "1", "\u{301}", "日", "E"]
    let text = GuardedText(capacity: 200)
    for _ in 1...2_000 {
      let start = Int.random(in: 0...text.count, using: &random)
      if Bool.random(using: &random) {
        text.insert(alphabet[Int.random(in: 0..<alphabet.count, using: &random)], at: start)
      } else {
        text.remove(start..<min(text.count, start + Int.random(in: 0...2, using: &random)))
      }
      #expect(text.letterCount == text.withUTF8 { LetterCount(of: $0) })
    }
  }

  @Test("A wiped text has no letters")
  func wiped() {
    let text = GuardedText("Ada")
    text.wipe()
    #expect(text.letterCount.capitals == 0)
    #expect(text.letterCount.small == 0)
  }
}
