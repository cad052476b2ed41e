import Foundation
import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The scene that creates an account")
struct SignUpViewTests {
  @Test("Untouched, it shows three fields and the keys")
  func untouched() {
    let play = Play(.signUp(email: nil))
    #expect(
      play.screen == """



                    ◆ Create account

                      ┏━ Email ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
                      ┃ e.g. ada@example.com                             ┃
                      ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛

                      ╭─ Password ───────────────────────────────────────╮
                      │ Use 6 to 20 characters.                          │
                      ╰──────────────────────────────────────────────────╯

                      ╭─ Password again ─────────────────────────────────╮
                      │                                                  │
                      ╰──────────────────────────────────────────────────╯


                                                       Create account ⏎

                      Enter next   F2 show   F1 keys   Esc cancel



        """)
  }

  @Test("A bar rates the strength of an acceptable password")
  func strength() {
    let play = Play(.signUp(email: "ada@lovelace.example"))
    play.type("hors")
    #expect(play.label(of: "Password") == "✗ Password has to be from 6 to 20 characters long.")
    play.type("e12")
    #expect(
      play.rows(9...12) == """
        ┏━ Password ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ ✓ ━┓
        ┃ •••••••                                          ┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
          ▰▰▰▱▱ Strength: fair
        """)
    play.type("aB3dE5gH")
    #expect(play.label(of: "Password") == "▰▰▰▰▰ Strength: strong")
  }

  @Test(
    "A password that is common, part of the email or repeated differently is refused with the reason",
    arguments: [
      ("password", "password", "That password is too common."),
      ("lovelace", "lovelace", "The password must not be, or be part of, your email."),
      ("correct horse", "correct house", "The passwords don't match."),
    ])
  func refused(password: String, again: String, reason: String) {
    let play = Play(.signUp(email: nil))
    play.fillSignUp("ada@lovelace.example", password, again: again)
    let labels = ["Password", "Password again"].map { play.label(of: $0)?.replacing("\n", with: " ") }
    #expect(labels.contains("✗ \(reason)"))
    #expect(!play.isEnabled("Create account"))
  }

  @Test("Three valid fields can be submitted, and sign the user in")
  func created() async {
    let play = Play(.signUp(email: nil))
    play.fillSignUp("ada@lovelace.example", "correct horse", again: "correct horse")
    #expect(play.isEnabled("Create account"))
    play.press(.enter)
    let waiting = await play.signUp.nextAttempt()
    #expect(play.screen.contains("⠋ Creating account"))
    #expect(play.lastRow == "Esc cancel")
    play.signUp.answer(waiting, .added(.signedIn(SignedIn(email: waiting.email))))
    await play.wait { play.ending != nil }
    #expect(play.ending == "signed in as ada@lovelace.example")
  }

  @Test("An email with an account is reported, and both passwords are cleared")
  func exists() async {
    let play = Play(.signUp(email: nil))
    play.fillSignUp("ada@lovelace.example", "correct horse", again: "correct horse")
    play.press(.enter)
    play.signUp.answer(await play.signUp.nextAttempt(), .notAdded(.exists))
    await play.wait { play.screen.contains("That email already has an account.") }
    #expect(play.label(of: "Email") == "✗ That email already has an account.")
    #expect(!play.screen.contains("•"))
    #expect(play.screen.contains("ada@lovelace.example"))
  }

  @Test("At 40x12 messages and the bar move into the lower borders")
  func small() {
    let play = Play(.signUp(email: nil), columns: 40, rows: 12)
    play.fillSignUp("ada@lovelace.example", "horse12", again: "horse")
    #expect(
      play.screen == """
        ◆ Create account
        ╭─ Email ────────────────────────── ✓ ─╮
        │ ada@lovelace.example                 │
        ╰──────────────────────────────────────╯
        ╭─ Password ─────────────────────── ✓ ─╮
        │ •••••••                              │
        ╰─ ▰▰▰▱▱ Strength: fair ───────────────╯
        ┏━ Password again ━━━━━━━━━━━━━━━━━ ✗ ━┓
        ┃ •••••                                ┃
        ┗━ ✗ The passwords don't match. ━━━━━━━┛
                             Create account ⏎
        F2 show   F1 keys   Esc cancel
        """)
  }

  @Test("At 20x5 there is one field at a time, and without UTF-8 letters replace lines")
  func tiny() {
    let play = Play(.signUp(email: "ada@x.org"), columns: 20, rows: 5, glyphs: .ascii)
    play.type("aB3dE5gH")
    #expect(
      play.screen == """
        += Password === v =+
        | ********         |
        +###-- Strength: ==+
               fair
        F1 keys   Esc cancel
        """)
  }

  @Test("F2 shows both passwords, and a note about capitals replaces the strength")
  func revealed() {
    let play = Play(.signUp(email: nil))
    play.fillSignUp("ada@x.org", "CORRECT", again: "CORRECT")
    #expect(play.screen.contains("All letters are capitals. Is Caps Lock on?"))
    play.press(.function(2))
    #expect(play.screen.components(separatedBy: " CORRECT ").count == 3)
    play.scheduler.advance(by: .seconds(5))
    #expect(!play.screen.contains("CORRECT"))
  }
}
