import Testing

@testable import TestSupport

@Suite("Reading a captured screen")
struct TmuxCaptureTests {
  private func screen(_ capture: String, columns: Int = 12, rows: Int = 2) -> TmuxScreen {
    TmuxScreen(
      rows: TmuxCapture.rows(Substring(capture), columns: columns, rows: rows), cursor: nil, isAlternate: false)
  }

  @Test("rows are filled to the size of the screen, and the text has no trailing blanks")
  func shape() {
    let screen = screen("ab\n", columns: 4, rows: 3)

    #expect(screen.rows.map(\.count) == [4, 4, 4])
    #expect(screen.text == "ab")
  }

  @Test(
    "a colour is read in each of its notations",
    arguments: [
      ("31", TmuxScreen.Colour.red), ("32", .green), ("39", .terminal), ("91", .palette(9)),
      ("38;5;160", .palette(160)),
      ("38;2;1;2;3", .rgb(1, 2, 3)), ("1;4;31", .red), ("58;5;9;31", .red),
    ])
  func foreground(code: String, colour: TmuxScreen.Colour) {
    #expect(screen("\u{1b}[\(code)mx")[0, 0].style.foreground == colour)
  }

  @Test("the background colour is distinguished from the text's")
  func background() {
    let style = screen("\u{1b}[30m\u{1b}[103mx")[0, 0].style

    #expect(style == TmuxScreen.Style(foreground: .black, background: .palette(11)))
  }

  @Test("a style continues after the line's end until it changes")
  func lasting() {
    let screen = screen("\u{1b}[1;31ma\nb\u{1b}[22mc\u{1b}[0md")

    #expect(screen[1, 0].style == TmuxScreen.Style(foreground: .red, attributes: [.bold]))
    #expect(screen[1, 1].style == TmuxScreen.Style(foreground: .red))
    #expect(screen[1, 2].style == TmuxScreen.Style())
  }

  @Test("a wide character fills two columns, a combining mark none")
  func widths() {
    let screen = screen("日e\u{301}x")

    #expect(screen.rows[0].prefix(4).map(\.character) == ["日", "", "e\u{301}", "x"])
    #expect(screen.place(of: "x") == .init(row: 0, column: 3))
    #expect(screen.line(0) == "日e\u{301}x")
  }

  @Test("line drawing characters of simple terminals are read as lines")
  func lineDrawing() {
    #expect(screen("\u{0e}lqk\u{0f}q").line(0) == "┌─┐q")
  }

  @Test("text is found at its first position, from any start, and never across rows")
  func places() {
    let screen = screen("ab ab\nc")

    #expect(screen.place(of: "ab") == .init(row: 0, column: 0))
    #expect(screen.place(of: "ab", from: .init(row: 0, column: 1)) == .init(row: 0, column: 3))
    #expect(screen.place(of: "abc") == nil)
  }

  @Test("the colours of a text are those of all its cells")
  func colours() {
    let screen = screen("a\u{1b}[31mb\u{1b}[32mc\u{1b}[0m")

    #expect(screen.colours(of: "bc") == [.red, .green])
    #expect(screen.colours(of: "a") == [.terminal])
    #expect(screen.colours(of: "nowhere").isEmpty)
  }

  @Test("other sequences are not read as text")
  func otherSequences() {
    #expect(screen("\u{1b}]8;;http://x\u{1b}\\li\u{1b}[2Knk").line(0) == "link")
  }
}
