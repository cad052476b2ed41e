import TestSupport
import Testing

@testable import Terminal

@Suite("Text width")
struct TextWidthTests {
  @Test(
    "a text is as wide as the sum of its scalars",
    arguments: [
      ("", 0), ("ada", 3), ("日本", 4), ("e\u{301}", 1), ("👨‍👩‍👧", 6), ("🇩🇪", 2), ("각", 2), ("\u{1100}\u{1161}\u{11A8}", 2),
      ("\u{301}", 1), ("a\u{200D}b", 2), ("\u{1B}[0m", 4), ("ทำ", 2), ("\u{378}", 1),
    ])
  func columns(text: String, columns: Int) {
    #expect(TextWidth.columns(of: text) == columns)
  }

  @Test("drawing takes exactly the computed columns")
  func agreement() {
    var random = SeededGenerator(seed: 7)
    let alphabet: [Unicode.Scalar] = [
      "a", " ", "é", "日", "😀", "\u{301}", "\u{20DD}", "\u{200D}", "\u{FE0F}", "\u{1F1E9}", "\u{1100}", "\u{1161}",
      "\u{7}",
      "\u{202E}", "\u{E33}", "\u{600}", "👩",
    ]
    for _ in 0..<2_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        text.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
      }
      var frame = Frame(size: Size(columns: 40, rows: 1))
      let drawn = frame.put(String(text), at: Position(row: 0, column: 0))
      #expect(drawn == TextWidth.columns(of: String(text)))
    }
  }
}
