import SignIn
import Terminal
import Testing

@testable import SignInUI

@Suite("The suggestion below the email")
struct SuggestionTests {
  @Test("It takes the place of a message, names its key, and leaves the rest of the form unchanged")
  func screen() {
    let stage = Play.signIn()
    stage.type("ada@gmial.com")
    #expect(
      stage.screen == """





                    ◆ Sign in

                      ┏━ Email ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
                      ┃ ada@gmial.com                                    ┃
                      ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
                        → Did you mean ada@gmail.com?
                      ╭─ Password ───────────────────────────────────────╮
                      │                                                  │
                      ╰──────────────────────────────────────────────────╯


                      [ ] Remember my email                   Sign in ⏎

                      Enter next   F2 show   F1 keys   Esc cancel





        """)
  }

  @Test("At 40x12 it goes on in the same free row, like every message that is too long for its border")
  func smallScreen() {
    let stage = Play.signIn(columns: 40, rows: 12)
    stage.type("ada@gmial.com")
    #expect(
      stage.screen == """
        ◆ Sign in
        ┏━ Email ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
        ┃ ada@gmial.com                        ┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
          → Did you mean ada@gmail.com?
        ╭─ Password ───────────────────────────╮
        │                                      │
        ╰──────────────────────────────────────╯

        [ ] Remember my email       Sign in ⏎

        Enter next  F2 show  F1 keys  Esc cancel
        """)
    stage.press(.right)
    #expect(
      stage.screen == """
        ◆ Sign in
        ┏━ Email ━━━━━━━━━━━━━━━━━━━━━━━━━━ ✓ ━┓
        ┃ ada@gmail.com                        ┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛

        ╭─ Password ───────────────────────────╮
        │                                      │
        ╰──────────────────────────────────────╯

        [ ] Remember my email       Sign in ⏎

        Enter next  F2 show  F1 keys  Esc cancel
        """)
  }

  @Test("At the end of the text Right and Ctrl-F accept it; undo brings back the typed text")
  func taken() {
    for key in [Key(.right), .control("f")] {
      let stage = Play.signIn()
      stage.type("ada@gmial.com")
      stage.send(.key(key))
      #expect(stage.text(in: "Email") == "ada@gmail.com")
      #expect(!stage.screen.contains("Did you mean"))
      #expect(stage.cursor(in: "Email") == 13)
      stage.send(.key(.control("_")))
      #expect(stage.text(in: "Email") == "ada@gmial.com")
      #expect(stage.label(of: "Email") == "→ Did you mean ada@gmail.com?")
    }
  }

  @Test("Within the text Right moves the cursor; End, Enter and Tab never accept it")
  func notTaken() {
    let stage = Play.signIn()
    stage.type("ada@gmial.com")
    stage.press(.left, .right)
    #expect(stage.screen.contains("ada@gmial.com"))
    stage.press(.end, .end, .tab)
    #expect(stage.screen.contains("ada@gmial.com"))
    #expect(stage.label(of: "Email") == "Did you mean ada@gmail.com?", "It stays readable after the focus has moved.")
    #expect(!stage.screen.contains("Press Right."), "In the password Right would move the cursor.")
    stage.type("correct horse")
    stage.press(.right)
    #expect(stage.screen.contains("ada@gmial.com"))
    stage.press(.up)
    #expect(stage.label(of: "Email") == "→ Did you mean ada@gmail.com?")
  }

  @Test("The report of a paste comes first, and nothing is accepted until it has been read")
  func pasted() {
    let stage = Play.signIn()
    stage.paste("ada@gmial.com")
    #expect(stage.label(of: "Email") == "Pasted 13 characters")
    stage.press(.right)
    #expect(stage.label(of: "Email") == "→ Did you mean ada@gmail.com?")
    stage.press(.right)
    #expect(stage.screen.contains("ada@gmail.com "))
  }

  @Test("The form for a new account suggests too")
  func signUp() {
    let play = Play(.signUp(email: nil))
    play.type("ada@gmial.com")
    #expect(
      play.rows(5...8) == """
        ┏━ Email ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
        ┃ ada@gmial.com                                    ┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
          → Did you mean ada@gmail.com?
        """)
    play.press(.right)
    #expect(
      play.rows(5...8) == """
        ┏━ Email ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ ✓ ━┓
        ┃ ada@gmail.com                                    ┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛

        """)
  }

  @Test("Without a screen it is one sentence, and an empty line goes back to accept it")
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
    #expect(script.heard() == ["Press Enter once more to go back.", "Password: (unseen)"])
    script.answer("")
    #expect(script.heard() == ["Email [ada@gmail.com]: "])
  }

  @Test("Without a screen the form for a new account suggests too")
  func plainSignUp() {
    let script = PlainScript(.signUp(email: nil))
    _ = script.heard()
    script.answer("ada@gmial.com")
    #expect(script.heard().first == "Did you mean ada@gmail.com? Leave the password empty to go back.")
    script.answer("")
    #expect(script.heard() == ["Email [ada@gmail.com]: "])
  }
}
