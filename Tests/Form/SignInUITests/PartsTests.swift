import Terminal
import Testing

/// A frame drawn by a test.
private struct Drawing: DrawnScreen {
  var drawn = Frame(size: Size(columns: 20, rows: 5))

  init(_ rows: String...) {
    for (row, text) in rows.enumerated() {
      drawn.put(text, at: Position(row: row, column: 0), style: Style(foreground: .red))
    }
  }

  func send(_ event: Event) {}
}

@Suite("The parts of a screen")
struct PartsTests {
  @Test("A field is found by its title, with any lines, and its message in the border and below")
  func fields() {
    let large = Drawing("┏━ Sign-in name ━ ✓┓", "┃‹日本             ┃", "┗━ no such name ━━━┛", "   anywhere")
    let small = Drawing("+= Sign-in name ===+", "| x                |", "+- no such name ---+", "below")
    #expect(large.label(of: "Sign-in name") == "no such name\nanywhere")
    #expect(small.label(of: "Sign-in name") == "no such name")
    for field in [large, small] {
      #expect(field.border(of: "Sign-in name") == .red)
      #expect(field.text(in: "name") == nil)
    }
    #expect(large.text(in: "Sign-in name") == "‹日本")
    #expect(small.text(in: "Sign-in name") == "x")
  }

  @Test("A border of two colours has no colour")
  func twoColours() {
    var field = Drawing("┌─ Email ──────────┐", "│                  │", "└──────────────────┘")
    #expect(field.border(of: "Email") == .red)
    field.drawn.put("│", at: Position(row: 1, column: 19))
    #expect(field.border(of: "Email") == nil)
  }

  @Test("The focus is the field with the cursor or, without a cursor, the highlighted control")
  func focus() {
    var screen = Drawing("┌─ Email ──────────┐", "│ 日本             │", "└──────────────────┘", "  Sign in")
    screen.drawn.cursor = Position(row: 1, column: 6)
    #expect(screen.focus == "Email")
    #expect(screen.cursor(in: "Email") == 4)
    screen.drawn.cursor = nil
    screen.drawn.put(" Sign in ", at: Position(row: 3, column: 1), style: Style(attributes: .reverse))
    #expect(screen.focus == "Sign in")
    #expect(screen.cursor(in: "Email") == nil)
    #expect(screen.style(of: "本")?.foreground == .red)
    #expect(screen.style(of: "Sign in")?.attributes == .reverse)
  }
}
