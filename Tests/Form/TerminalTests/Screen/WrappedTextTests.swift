import Testing

@testable import Terminal

@Suite("Wrapped text")
struct WrappedTextTests {
  @Test("A word that is longer than a line is cut, and the next one begins a line if it does not fit behind the rest")
  func longWords() {
    #expect(wrapped("abcdefgh ij", columns: 3) == ["abc", "def", "gh", "ij"])
    #expect(wrapped("a bcdefgh i", columns: 4) == ["a", "bcde", "fgh", "i"])
    #expect(wrapped("日本", columns: 1) == ["日", "本"])
  }

  @Test("A word of 250,000 letters takes no longer than as many letters in words")
  func hugeWord() {
    let word = String(repeating: "x", count: 250_000)
    let lines = wrapped(word, columns: 50)
    #expect(lines.count == 5_000)
    #expect(lines.joined() == word)
  }

  @Test("A text is cut by its columns, and ends with the mark; where nothing of it fits beside the mark, it is empty")
  func cut() {
    #expect("abcdef".cut(to: 6, mark: "›") == "abcdef")
    #expect("abcdef".cut(to: 5, mark: "›") == "abcd›")
    #expect("日本語".cut(to: 4, mark: "›") == "日›")
    #expect("日本語".cut(to: 2, mark: "›") == "")
    #expect("abcdef".cut(to: 0, mark: "›") == "")
  }
}
