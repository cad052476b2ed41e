import Terminal
import Testing

@testable import SignInUI

@Suite("The button")
struct ButtonTests {
  private enum State: CaseIterable { case disabled, enabled, focused, focusedDisabled }

  /// The row of a button, in a space that is wider.
  private func row(_ state: State, _ theme: ThemeName, at depth: ColourDepth = .full, _ glyphs: Glyphs = .unicode)
    -> Frame
  {
    var frame = Frame(size: Size(columns: 16, rows: 1))
    let button = Button(title: "Sign in")
    button.isEnabled = state == .enabled || state == .focused
    button.hasFocus = state == .focused || state == .focusedDisabled
    button.rectangle = Rectangle(row: 0, column: 0, columns: 16, rows: 1)
    button.draw(in: &frame, Look(theme: theme.file().theme(at: depth), glyphs: glyphs))
    return frame
  }

  private func style(_ frame: Frame, _ column: Int) -> Style { frame[Position(row: 0, column: column)].style }

  @Test(
    "With 256 colours it is the same filled shape in every state, in other colours",
    arguments: ThemeName.allCases.filter { ![.mono, .auto, .either].contains($0) })
  func filled(theme: ThemeName) {
    let rows = State.allCases.map { row($0, theme) }
    for row in rows { #expect(row.text == "   ▐  Sign in  ▌") }
    #expect(Set(rows.map { style($0, 8) }).count == State.allCases.count)
    #expect(style(rows[1], 8).background == style(rows[1], 3).foreground, "The caps have the colour of the fill.")
  }

  @Test(
    "With the focus while disabled it stays dimmer than text: its two colours change places",
    arguments: ThemeName.allCases.filter { ![.mono, .auto, .either].contains($0) })
  func focusedDisabled(theme: ThemeName) {
    let (calm, focused) = (style(row(.disabled, theme), 8), style(row(.focusedDisabled, theme), 8))
    #expect((focused.foreground, focused.background) == (calm.foreground, calm.background))
    #expect(focused.attributes == calm.attributes.union(.reverse))
  }

  @Test(
    "Without colours, brackets say that it is enabled, and reverse that it has the focus",
    arguments: [(ThemeName.mono, ColourDepth.full), (.dark, .monochrome), (.classic, .eight)])
  func brackets(theme: ThemeName, depth: ColourDepth) {
    let rows = State.allCases.map { row($0, theme, at: depth) }
    #expect(rows.map(\.text) == ["      Sign in", "   [  Sign in  ]", "   [  Sign in  ]", "      Sign in"])
    #expect(rows.map { style($0, 8).attributes.contains(.reverse) } == [false, false, true, true])
  }

  @Test("Without half cells the fill itself is the shape", arguments: [true, false])
  func ascii(isConsole: Bool) {
    let frame = row(.enabled, .dark, at: .full, isConsole ? .console : .ascii)
    #expect(frame.text == "      Sign in")
    #expect(style(frame, 3) == style(frame, 8))
    #expect(style(frame, 2) == .plain)
  }
}
