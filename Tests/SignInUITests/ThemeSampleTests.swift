import Terminal
import Testing

@testable import SignInUI

@Suite("The sample of a theme")
struct ThemeSampleTests {
  private func sample(columns: Int, glyphs: Glyphs = .unicode) -> Frame {
    ThemeSample(
      name: "dark", note: "built in", look: Look(theme: ThemeName.dark.file().theme(at: .full), glyphs: glyphs)
    )
    .frame(columns: columns)
  }

  @Test("shows fields in their states, a hint and the button in its three: plain, focused, disabled")
  func wide() {
    #expect(
      sample(columns: 80).text == """
        dark  built in
          ┏━ Email ━━━━━━━━━━━━━━━━━━━━━━━━ ✓ ━┓  ┌─ Email ──────────────────────── ✗ ─┐
          ┃ ada@lovelace.example               ┃  │ ada@lovelace                       │
          ┗━ Email is valid ━━━━━━━━━━━━━━━━━━━┛  └─ Entered email is not valid. ──────┘
          [x] Remember my email                      [ Sign in ] [ Sign in ]   Sign in
        """)
  }

  @Test("has one field above the other if there is less room, as on a Linux console of 40 columns")
  func narrow() {
    #expect(
      sample(columns: 40, glyphs: .console).text == """
        dark  built in
          ┌= Email ======================== v =┐
          │ ada@lovelace.example               │
          └= Email is valid ===================┘
          ┌─ Email ──────────────────────── x ─┐
          │ ada@lovelace                       │
          └─ Entered email is not valid. ──────┘
          [x] Remember my email
             [ Sign in ] [ Sign in ]   Sign in
        """)
  }

  @Test("has each part in the style of its role")
  func styles() {
    let theme = ThemeName.dark.file().theme(at: .full)
    let frame = sample(columns: 80)
    func style(_ row: Int, _ column: Int) -> Style { frame.style(at: Position(row: row, column: column)) }
    #expect(style(0, 0) == theme[.title])
    #expect(style(1, 2) == theme[.valid])
    #expect(style(3, 5) == theme[.hint])
    #expect(style(1, 42) == theme[.invalid])
    #expect(style(3, 45) == theme[.invalid])
    #expect([47, 59, 71].map { style(4, $0) } == [theme[.button], theme[.focused], theme[.disabled]])
  }

  @Test("is cut if the terminal is too narrow", arguments: [1, 5, 19, 33])
  func tiny(columns: Int) {
    #expect(sample(columns: columns).size.columns == columns)
  }
}
