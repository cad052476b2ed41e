import Identity
import Testing

@Suite("What is searched for")
struct AttemptSearchTests {
  @Test(
    "is words, without blanks and control characters",
    arguments: [
      ("", []), ("  \t\r\n", []), ("castle", ["castle"]), (" signed  in ", ["signed", "in"]),
      ("a\0b\u{1B}[2J", ["a", "b", "[2J"]), ("ca\u{A0}le\u{2003}7", ["ca", "le", "7"]), ("büro🗝️", ["büro🗝️"]),
    ])
  func words(text: String, words: [String]) {
    #expect(AttemptSearch(text).words == words)
    #expect(AttemptSearch(text).isEmpty == words.isEmpty)
  }

  @Test("has a bound, whatever is typed")
  func bound() {
    #expect(AttemptSearch(String(repeating: "word ", count: 10_000)).words.count == AttemptSearch.mostWords)
  }
}
