import SignIn
import Terminal
import Testing

@testable import SignInUI

@Suite("The suggestion below the email")
struct SuggestionTests {
  @Test("It stands where messages stand, names its key, and leaves the rest of the form as it is")
  func screen() {
    let stage = SignInScreen()
    stage.type("ada@gmial.com")
    #expect(
      stage.screen == """




                  ╭─ Sign in ────────────────────────────────────────────────╮
                  │                                                          │
                  │ ┏━ Email ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ ✓ ━┓ │
                  │ ┃ ada@gmial.com                                        ┃ │
                  │ ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛ │
                  │  Did you mean ada@gmail.com? Press Right to use it.      │
                  │ ┌─ Password ───────────────────────────────────────────┐ │
                  │ │                                                      │ │
                  │ └──────────────────────────────────────────────────────┘ │
                  │                                                          │
                  │                                                          │
                  │  [ ] Remember my email                        Sign in    │
                  │                                                          │
                  │                                                          │
                  ╰──────────────────────────────────────────────────────────╯




                   Tab next   Enter sign in   F2 show   F1 keys   Esc cancel
        """)
  }

  @Test("At 40 columns and 12 rows it lies over the keys, as every message does that is too long for its place")
  func smallScreen() {
    let stage = SignInScreen(columns: 40, rows: 12)
    stage.type("ada@gmial.com")
    #expect(
      stage.screen == """
        ╭─ Sign in ────────────────────────────╮
        │┏━ Email ━━━━━━━━━━━━━━━━━━━━━━━━ ✓ ━┓│
        │┃ ada@gmial.com                      ┃│
        │┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛│
        │┌─ Password ─────────────────────────┐│
        ││                                    ││
        │└────────────────────────────────────┘│
        │ [ ] Remember my email      Sign in   │
        │                                      │
        ╰──────────────────────────────────────╯
         Did you mean ada@gmail.com? Press
         Right to use it.
        """)
    stage.press(.right)
    #expect(
      stage.screen == """
        ╭─ Sign in ────────────────────────────╮
        │┏━ Email ━━━━━━━━━━━━━━━━━━━━━━━━ ✓ ━┓│
        │┃ ada@gmail.com                      ┃│
        │┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛│
        │┌─ Password ─────────────────────────┐│
        ││                                    ││
        │└────────────────────────────────────┘│
        │ [ ] Remember my email      Sign in   │
        │                                      │
        ╰──────────────────────────────────────╯

            Tab next   F1 keys   Esc cancel
        """)
  }

  @Test("Right behind the last letter takes it, and so does Ctrl-F; undo gives back what was typed")
  func taken() {
    for key in [Key(.right), .control("f")] {
      let stage = SignInScreen()
      stage.type("ada@gmial.com")
      stage.send(.key(key))
      #expect(stage.text(in: "Email") == "ada@gmail.com")
      #expect(!stage.screen.contains("Did you mean"))
      #expect(stage.cursor(in: "Email") == 13)
      stage.send(.key(.control("_")))
      #expect(stage.text(in: "Email") == "ada@gmial.com")
      #expect(stage.screen.contains("Did you mean ada@gmail.com? Press Right to use it."))
    }
  }

  @Test("Within the text Right moves, and End, Enter and Tab never take it")
  func notTaken() {
    let stage = SignInScreen()
    stage.type("ada@gmial.com")
    stage.press(.left, .right)
    #expect(stage.screen.contains("ada@gmial.com"))
    stage.press(.end, .end, .tab)
    #expect(stage.screen.contains("ada@gmial.com"))
    #expect(stage.label(of: "Email") == "Did you mean ada@gmail.com?", "Whoever went on can still read it.")
    #expect(!stage.screen.contains("Press Right."), "In the password Right would do something else.")
    stage.type("correct horse")
    stage.press(.right)
    #expect(stage.screen.contains("ada@gmial.com"))
    stage.press(.up)
    #expect(stage.label(of: "Email") == "Did you mean ada@gmail.com? Press Right to use it.")
  }

  @Test("What a paste has to say comes first, and nothing is taken before it was read")
  func pasted() {
    let stage = SignInScreen()
    stage.paste("ada@gmial.com")
    #expect(stage.label(of: "Email") == "Pasted 13 characters")
    stage.press(.right)
    #expect(stage.label(of: "Email") == "Did you mean ada@gmail.com? Press Right to use it.")
    stage.press(.right)
    #expect(stage.screen.contains("ada@gmail.com "))
  }

  @Test("The form for a new account suggests as well")
  func signUp() {
    let play = Play(.signUp(email: nil))
    play.type("ada@gmial.com")
    #expect(
      play.rows(4...7) == """
        │ ┏━ Email ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ ✓ ━┓ │
        │ ┃ ada@gmial.com                                        ┃ │
        │ ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛ │
        │  Did you mean ada@gmail.com? Press Right to use it.      │
        """)
    play.press(.right)
    #expect(
      play.rows(4...7) == """
        │ ┏━ Email ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ ✓ ━┓ │
        │ ┃ ada@gmail.com                                        ┃ │
        │ ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛ │
        │                                                          │
        """)
  }

  @Test("Without a screen it is one sentence, and an empty line goes back to take it")
  func plain() {
    let script = PlainScript(.signIn(email: nil), allowsSignUp: false)
    _ = script.heard()
    script.answer("ada@gmial.com")
    #expect(
      script.heard() == ["Did you mean ada@gmail.com? Leave the password empty to go back.", "Password: (unseen)"])
    script.answer("")
    #expect(script.heard() == ["Email [ada@gmail.com]: "])
    script.answer("")
    #expect(script.heard() == ["Password: (unseen)"])
    script.answer("")
    #expect(script.heard() == ["Email [ada@gmail.com]: "])
  }

  @Test("So it is for a new account")
  func plainSignUp() {
    let script = PlainScript(.signUp(email: nil))
    _ = script.heard()
    script.answer("ada@gmial.com")
    #expect(script.heard().first == "Did you mean ada@gmail.com? Leave the password empty to go back.")
    script.answer("")
    #expect(script.heard() == ["Email [ada@gmail.com]: "])
  }
}
