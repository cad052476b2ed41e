import Testing

@testable import Terminal

@Suite("Styled text, without a screen")
struct StyledTextTests {
  private let frame: Frame = {
    var frame = Frame(size: Size(columns: 8, rows: 3))
    frame.put("né", at: Position(row: 0, column: 0))
    frame.put("ok", at: Position(row: 0, column: 3), style: Style(foreground: .palette(28), attributes: .bold))
    frame.put("漢", at: Position(row: 2, column: 1), style: Style(background: .palette(9)))
    return frame
  }()

  @Test("uses the sequences of the terminal's description, and is plain at the end of each row")
  func xterm() throws {
    let text = try StyledText(terminal: "xterm-256color").text(of: frame)
    #expect(
      text.replacing("\u{1B}(B\u{1B}[m\u{1B}[39;49m", with: "<plain>").replacing("\u{1B}", with: "^")
        == "né <plain>^[1m^[38;5;28mok<plain>\n\n <plain>^[101m漢<plain>")
  }

  @Test("has fewer colours if the terminal has fewer, and no padding")
  func fewer() throws {
    let linux = try StyledText(terminal: "linux")
    #expect(linux.depth == .eight)
    #expect(linux.text(of: frame).contains("\u{1B}[1m\u{1B}[32mok"))
    #expect(linux.text(of: frame).contains("\u{1B}[41m漢"))
    let vt100 = try StyledText(terminal: "vt100")
    #expect(vt100.depth == .monochrome)
    #expect(vt100.text(of: frame) == "né \u{1B}[m\u{0F}\u{1B}[1mok\u{1B}[m\u{0F}\n\n \u{1B}[m\u{0F}漢\u{1B}[m\u{0F}")
  }

  @Test("is dim if dim text is readable, so never on a Linux console")
  func dim() throws {
    var frame = Frame(size: Size(columns: 8, rows: 1))
    frame.put("hint", at: Position(row: 0, column: 0), style: Style(attributes: .dim))
    #expect(try StyledText(terminal: "xterm").text(of: frame).contains("\u{1B}[2m"))
    #expect(try !StyledText(terminal: "linux").text(of: frame).contains("\u{1B}[2m"))
  }

  @Test("is refused for an unknown terminal")
  func unknown() {
    #expect(throws: TerminalError.self) { try StyledText(terminal: "no-such-terminal") }
  }
}
