import Testing

@testable import Identity

@Suite struct WordListTests {
  @Test(
    "A list contains its words and no others, whatever their lengths",
    arguments: ["a\n", "a\nb\nc\n", "a\nab\nabc\nb\n", "abcdefgh\nb\nc\n", "a\nb\nbcdefghi\n"])
  func contains(_ lines: String) {
    let list = WordList(sortedLines: Array(lines.utf8))
    let words = lines.split(separator: "\n").map(String.init)
    for word in words {
      #expect(contains(list, word))
      #expect(contains(list, word.uppercased()))
      for other in [word + "x", "x" + word, String(word.dropLast())] where !words.contains(other) {
        #expect(!contains(list, other))
      }
    }
  }

  private func contains(_ list: WordList, _ word: String) -> Bool {
    var word = word
    return word.withUTF8 { list.contains($0) }
  }
}
