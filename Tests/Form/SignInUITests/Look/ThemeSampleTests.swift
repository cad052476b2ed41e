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

  @Test("shows fields in their states, a strength, the button plain, focused and disabled, and the keys")
  func wide() {
    #expect(
      sample(columns: 80).text == """
        dark  built in
          ╭─ Email ──────────────────────── ✗ ─╮  ┏━ Password ━━━━━━━━━━━━━━━━━━━━━ ✓ ━┓
          │ ada@lovelace                       │  ┃ •••••••••••••                      ┃
          ╰────────────────────────────────────╯  ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
            ✗ Entered email is not valid.           ▰▰▰▱▱ Strength: fair
          [✓] Remember my email          ▐  Sign in ⏎  ▌ ▐  Sign in ⏎  ▌ ▐  Sign in ⏎  ▌
          Tab next   Enter sign in   F2 show   F3 create account   F1 keys   Esc cancel
        """)
  }

  @Test("has one field above the other if there is less room, as on a Linux console of 40 columns")
  func narrow() {
    #expect(
      sample(columns: 40, glyphs: .console).text == """
        dark  built in
          ┌─ Email ──────────────────────── x ─┐
          │ ada@lovelace                       │
          └────────────────────────────────────┘
            x Entered email is not valid.
          ┌= Password ===================== v =┐
          │ •••••••••••••                      │
          └====================================┘
            ███░░ Strength: fair
          [x] Remember my email       Sign in
                        Sign in       Sign in
          F3 create account  F1 keys  Esc cancel
        """)
  }

  @Test("has each part in the style of its role")
  func styles() {
    let theme = ThemeName.dark.file().theme(at: .full)
    let frame = sample(columns: 80)
    func style(_ row: Int, _ column: Int) -> Style { frame[Position(row: row, column: column)].style }
    #expect(style(0, 0) == theme[.title])
    #expect(style(1, 2) == theme[.invalid] && style(4, 4) == theme[.invalid])
    #expect(style(1, 42) == theme[.valid])
    #expect(style(4, 44) == theme[.caution] && style(4, 50) == theme[.hint])
    #expect([38, 53, 68].map { style(5, $0) } == [theme[.button], theme[.focused], theme[.disabled]])
    #expect([2, 6].map { style(6, $0) } == [theme[.title], theme[.hint]])
  }

  @Test("is cut if the terminal is too narrow", arguments: [1, 5, 19, 33])
  func tiny(columns: Int) {
    #expect(sample(columns: columns).size.columns == columns)
  }
}
