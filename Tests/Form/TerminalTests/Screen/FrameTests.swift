import Testing

@testable import Terminal

@Suite("Frame")
struct FrameTests {
  private let origin = Position(row: 0, column: 0)

  @Test("text is drawn at its position, and the frame reads as rows")
  func text() {
    var frame = Frame(size: Size(columns: 12, rows: 3))
    frame.put("┌──────────┐", at: origin)
    frame.put("│ Email", at: Position(row: 1, column: 0))
    frame.put("│", at: Position(row: 1, column: 11))
    frame.put("└──────────┘", at: Position(row: 2, column: 0))
    #expect(
      frame.text == """
        ┌──────────┐
        │ Email    │
        └──────────┘
        """)
  }

  @Test("text is cut at the edge or at the given columns, and the number of used columns is returned")
  func cuts() {
    var frame = Frame(size: Size(columns: 5, rows: 2))
    #expect(frame.put("abcdefgh", at: Position(row: 0, column: 2)) == 3)
    #expect(frame.put("abcdefgh", at: Position(row: 1, column: 0), columns: 2) == 2)
    #expect(frame.text == "  abc\nab")
  }

  @Test("drawing outside has no effect")
  func outside() {
    var frame = Frame(size: Size(columns: 2, rows: 1))
    for position in [
      Position(row: -1, column: 0), Position(row: 1, column: 0), Position(row: 0, column: 2),
      Position(row: 0, column: -1),
    ] {
      #expect(frame.put("x", at: position) == 0)
    }
    frame.fill(Rectangle(row: -3, column: -3, columns: 9, rows: 9), style: Style(attributes: .bold))
    #expect(frame.text == "")
    #expect(frame[Position(row: 0, column: 1)].style.attributes == .bold)
  }

  @Test("a wide character takes two cells, and is left out rather than cut in half at the edge")
  func wide() {
    var frame = Frame(size: Size(columns: 5, rows: 1))
    #expect(frame.put("日本語", at: origin) == 4)
    #expect(frame.text == "日本")
    #expect(frame[Position(row: 0, column: 1)].isContinuation)
  }

  @Test("drawing over either half of a wide character blanks the other half")
  func halves() {
    var frame = Frame(size: Size(columns: 6, rows: 1))
    frame.put("日本語", at: origin)
    frame.put("x", at: Position(row: 0, column: 1))
    #expect(frame.text == " x本語")
    frame.put("y", at: Position(row: 0, column: 2))
    #expect(frame.text == " xy 語")
    frame.put("字", at: Position(row: 0, column: 3))
    #expect(frame.text == " xy字")
    frame.put("漢", at: Position(row: 0, column: 3))
    #expect(frame.text == " xy漢")
    frame.put("z", at: Position(row: 0, column: 4))
    #expect(frame.text == " xy z")
  }

  @Test("marks share the cell of their base, four at most, and a lone mark gets a blank as its base")
  func marks() {
    var frame = Frame(size: Size(columns: 4, rows: 1))
    #expect(frame.put("e\u{301}x", at: origin) == 2)
    #expect(frame[origin].scalars == ["e", "\u{301}"])
    frame.put("e" + String(repeating: "\u{301}", count: 10_000), at: origin)
    #expect(frame[origin].scalars.count == 5)
    #expect(frame.put("\u{301}x", at: origin) == 2)
    #expect(frame[origin].scalars == [" ", "\u{301}"])
  }

  @Test("a cluster of several wide scalars is drawn as its members and cut as a whole")
  func family() {
    var frame = Frame(size: Size(columns: 8, rows: 1))
    #expect(frame.put("a👨‍👩‍👧b", at: origin) == 8)
    #expect(frame.text == "a👨👩👧b")
    frame.clear()
    #expect(frame.put("a👨‍👩‍👧b", at: origin, columns: 6) == 1)
    #expect(frame.text == "a")
  }

  @Test("only cells that change are damaged")
  func damage() {
    var frame = Frame(size: Size(columns: 10, rows: 4))
    #expect(frame.damage.rows == 0..<4)
    frame.put("hello", at: Position(row: 2, column: 1))
    frame.markShown()
    #expect(!frame.isDamaged)
    frame.put("hello", at: Position(row: 2, column: 1))
    #expect(!frame.isDamaged)
    frame.put("help!", at: Position(row: 2, column: 1))
    #expect(frame.damage.rows == 2..<3)
    #expect(frame.damage[2] == 4..<6)
  }

  @Test("a character is drawn as often as asked, up to the edge, and not at all if it takes two columns")
  func repeated() {
    var frame = Frame(size: Size(columns: 6, rows: 2))
    frame.put("•", times: 3, at: Position(row: 0, column: 1), style: .plain)
    frame.put("━", times: 9, at: Position(row: 1, column: 4), style: .plain)
    #expect(frame.text == " •••\n    ━━")
    frame.put("x", times: 0, at: origin, style: .plain)
    frame.put("漢", times: 2, at: origin, style: .plain)
    frame.put("x", times: 2, at: Position(row: 2, column: 0), style: .plain)
    #expect(frame.text == " •••\n    ━━")
  }

  @Test("a frame is a value: a copy doesn't change")
  func value() {
    var frame = Frame(size: Size(columns: 3, rows: 1))
    frame.put("old", at: origin)
    let copy = frame
    frame.put("new", at: origin)
    #expect(copy.text == "old")
    #expect(frame.text == "new")
  }

  @Test("a block gets another style and keeps its text")
  func restyle() {
    var frame = Frame(size: Size(columns: 3, rows: 1))
    frame.put("abc", at: origin)
    frame.restyle(Rectangle(row: 0, column: 1, columns: 5, rows: 1), Style(foreground: .red))
    #expect(frame.text == "abc")
    #expect(frame[origin].style == .plain)
    #expect(frame[Position(row: 0, column: 2)].style == Style(foreground: .red))
  }
}
