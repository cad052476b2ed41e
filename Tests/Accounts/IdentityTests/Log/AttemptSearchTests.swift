import Identity
import Testing

@Suite("The search text")
struct AttemptSearchTests {
  @Test(
    "is split into words, without blanks and control characters",
    arguments: [
      ("", []), ("  \t\r\n", []), ("castle", ["castle"]), (" signed  in ", ["signed", "in"]),
      ("a\0b\u{1B}[2J", ["a", "b", "[2J"]), ("ca\u{A0}le\u{2003}7", ["ca", "le", "7"]), ("büro🗝️", ["büro🗝️"]),
    ])
  func words(text: String, words: [String]) {
    #expect(AttemptSearch(text).words == words)
    #expect(AttemptSearch(text).isEmpty == words.isEmpty)
  }

  @Test("is limited to a number of words")
  func bound() {
    #expect(AttemptSearch(String(repeating: "word ", count: 10_000)).words.count == AttemptSearch.mostWords)
  }
}
