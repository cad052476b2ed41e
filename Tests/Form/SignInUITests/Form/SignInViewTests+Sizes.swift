import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

// Sizes of the screen.
extension SignInViewTests {
  @Test("At 40x12 a message that is too long for its border goes on in the free row below it")
  func small() {
    let stage = Play.signIn(columns: 40, rows: 12)
    stage.type("ada")
    stage.press(.tab)
    stage.type("12345")
    #expect(
      stage.screen == """
        ◆ Sign in
        ╭─ Email ────────────────────────── ✗ ─╮
        │ ada                                  │
        ╰─ ✗ Entered email is not ─────────────╯
             valid. It has no @.
        ┏━ Password ━━━━━━━━━━━━━━━━━━━━━━━ ✗ ━┓
        ┃ •••••                                ┃
        ┗━ ✗ Password has to be from ━━━━━━━━━━┛
             6 to 20 characters long.
        [ ] Remember my email       Sign in ⏎

        F2 show   F1 keys   Esc cancel
        """)
  }

  @Test("At 20x5 there is one field at a time, with its whole message")
  func tiny() {
    let stage = Play.signIn(columns: 20, rows: 5)
    #expect(
      stage.screen == """
        ┏━ Email ━━━━━━━━━━┓
        ┃ e.g. ada@example ┃
        ┗━━━━━━━━━━━━━━━━━━┛

        F1 keys   Esc cancel
        """)
    stage.press(.tab)
    stage.type("12345")
    #expect(
      stage.screen == """
        ┏━ Password ━━━ ✗ ━┓
        ┃ •••••            ┃
        ┗✗ Password has to ┛
           be from 6 to 20
           characters long.
        """)
    stage.press(.tab)
    #expect(stage.screen.hasPrefix("[ ] Remember my emai\n\n"))
    stage.press(.tab)
    #expect(stage.screen.hasPrefix("        Sign in ⏎\n\n"))
    stage.press(.up, .up)
    #expect(stage.screen.hasPrefix("┏━ Password ━━━ ✗ ━┓\n┃ •••••            ┃\n┗✗ Password has to ┛\n"))
  }

  @Test("If the spinner and the checkbox don't fit side by side, the checkbox is hidden during the sign-in")
  func signingInAtFortyColumns() async {
    let stage = Play.signIn(columns: 40, rows: 12)
    stage.type("ada@lovelace.example")
    stage.press(.tab)
    stage.type("correct horse")
    stage.press(.enter)
    let waiting = await stage.signIn.nextAttempt()
    #expect(stage.rows(9...9) == "[ ] Remember my email    ⠋ Signing in")
    stage.scheduler.advance(by: .seconds(2))
    #expect(stage.rows(9...9) == "⠋ Signing in 2 s")
    stage.signIn.answer(waiting, .cancelled)
    stage.press(.escape)
    #expect(stage.rows(9...9) == "[ ] Remember my email       Sign in ⏎")
  }

  @Test("A screen that is too small says so, and shows the form again when it grows")
  func tooSmall() {
    let stage = Play.signIn(columns: 19, rows: 4)
    #expect(stage.screen.contains("too small"))
    #expect(stage.cursor == nil)
    stage.resize(columns: 80, rows: 24)
    #expect(stage.rows(5...5) == "◆ Sign in")
  }

  @Test("Without UTF-8 it is drawn in ASCII")
  func ascii() {
    let stage = Play.filled(glyphs: .ascii)
    let isASCII = stage.screen.unicodeScalars.allSatisfy(\.isASCII)
    #expect(isASCII)
    #expect(
      stage.rows(11...13) == """
        += Password =======================================+
        | *************                                    |
        +==================================================+
        """)
  }
}
