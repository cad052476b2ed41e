import Testing

@testable import SignInCommand

@Suite("A table")
struct TextTableTests {
  private let table = TextTable(columns: [.init("WHAT", width: 6), .init("WHERE", width: 5), .init("WHO")])

  @Test("has its columns one below the other, and no blanks at the ends of lines")
  func columns() {
    #expect(table.head == "WHAT    WHERE  WHO")
    #expect(table.line(["ok", "here", "ann"]) == "ok      here   ann")
    #expect(table.line(["longer than six", "here", "ann"]) == "longer than six  here   ann")
  }

  @Test("shows nothing of what could act on a terminal: one row stays one row")
  func hostile() {
    #expect(table.line(["a\u{1B}[2J", "\n", "b\r\u{9B}c"]) == "a\u{FFFD}[2J   \u{FFFD}      b\u{FFFD}\u{FFFD}c")
  }
}
