import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The sign-in scene")
struct SignInViewTests {
  // MARK: States

  @Test("Untouched, it has no messages, and the cursor is in the email")
  func untouched() {
    let stage = Play.signIn()
    #expect(
      stage.screen
        == """





                    ◆ Sign in

                      ┏━ Email ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
                      ┃ e.g. ada@example.com                             ┃
                      ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛

                      ╭─ Password ───────────────────────────────────────╮
                      │                                                  │
                      ╰──────────────────────────────────────────────────╯


                      [ ] Remember my email                   Sign in ⏎

                      Enter next   F2 show   F1 keys   Esc cancel





        """)
    #expect(stage.cursor(in: "Email") == 0)
  }

  @Test("A middle click, which pastes in no reported terminal, says how to paste, until something else is done")
  func middleClick() {
    let stage = Play.signIn()
    let place = Position(row: 8, column: 24)
    stage.send(.mouse(Mouse(.press(.middle), at: place)))
    stage.send(.mouse(Mouse(.release(.middle), at: place)))
    #expect(stage.lastRow == "To paste with the mouse, hold Shift.")
    stage.type("a")
    #expect(stage.lastRow.contains("Esc cancel"))
  }

  @Test("Two invalid fields: a cross, a message and red for each")
  func notValid() {
    let stage = Play.signIn()
    stage.type("ada")
    stage.press(.tab)
    stage.type("12345")
    #expect(
      stage.rows(7...14) == """
        ╭─ Email ────────────────────────────────────── ✗ ─╮
        │ ada                                              │
        ╰──────────────────────────────────────────────────╯
          ✗ Entered email is not valid. It has no @.
        ┏━ Password ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ ✗ ━┓
        ┃ •••••                                            ┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
          ✗ Password has to be from 6 to 20 characters long.
        """)
    for field in ["Email", "Password"] {
      #expect(stage.border(of: field) == .red)
      #expect(stage.style(of: field)?.foreground == .red)
    }
    for message in ["✗ Entered email", "✗ Password has"] {
      #expect(stage.style(of: message)?.foreground == .red)
    }
  }

  @Test(
    "Two valid fields: a tick for the email, which is quiet, green for the password, and brackets around the button")
  func valid() {
    let stage = Play.filled()
    #expect(
      stage.rows(7...16) == """
        ╭─ Email ────────────────────────────────────── ✓ ─╮
        │ ada@lovelace.example                             │
        ╰──────────────────────────────────────────────────╯

        ┏━ Password ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
        ┃ •••••••••••••                                    ┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛


        [ ] Remember my email                [  Sign in ⏎  ]
        """)
    #expect(stage.border(of: "Email") == .white)
    #expect(stage.style(of: "✓")?.foreground == .green)
    #expect(stage.border(of: "Password") == .green)
    #expect(stage.style(of: "Password")?.foreground == .green)
  }

  @Test("With hints, a valid field says so in words")
  func hints() {
    var settings = SignInViewModel.Settings()
    settings.form.showsHints = true
    let stage = Play.filled(settings: settings)
    #expect(stage.label(of: "Email") == "✓ Email is valid")
    #expect(stage.label(of: "Password") == "✓ Password is valid")
  }

  @Test("A sign-in shows a spinner and, from the second one on, seconds; it ignores keys and hides the cursor")
  func signingIn() async {
    let stage = Play.filled()
    stage.press(.enter)
    let waiting = await stage.signIn.nextAttempt()
    #expect(stage.rows(16...16) == "[ ] Remember my email                ⠋ Signing in")
    #expect(stage.cursor == nil)

    stage.scheduler.advance(by: .milliseconds(2300))
    stage.type("lost")
    #expect(stage.rows(16...16) == "[ ] Remember my email            ⠸ Signing in 2 s")
    #expect(stage.text(in: "Password") == "•••••••••••••")
    #expect(stage.lastRow == "Esc cancel")
    stage.signIn.answer(waiting, .cancelled)
  }

  @Test("A refusal is below the password, which is red and empty")
  func refused() async {
    let stage = Play.filled()
    stage.press(.enter)
    await stage.answer(.refused(blockedFor: nil))
    #expect(
      stage.rows(11...16) == """
        ┏━ Password ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
        ┃                                                  ┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
          ✗ Wrong email or password.

        [ ] Remember my email                   Sign in ⏎
        """)
    #expect(stage.style(of: "✗ Wrong email or password.")?.foreground == .red)
    #expect(stage.border(of: "Password") == .red)
    stage.type("c")
    #expect(stage.border(of: "Password") == .red, "One letter is too short.")
    #expect(stage.label(of: "Password") == "✗ Password has to be from 6 to 20 characters long.")
  }

  @Test("A message goes on below its border, and moves only the rows below it")
  func unavailable() async {
    let stage = Play.filled()
    stage.press(.enter)
    await stage.answer(.unavailable(.damaged(.notStore, path: "/home/ada/.local/share/signin/signin.db")))
    #expect(
      stage.rows(5...21) == """
        ◆ Sign in

          ╭─ Email ────────────────────────────────────── ✓ ─╮
          │ ada@lovelace.example                             │
          ╰──────────────────────────────────────────────────╯

          ┏━ Password ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
          ┃                                                  ┃
          ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
            ✗ Can't sign in right now:
              /home/ada/.local/share/signin/signin.db
              isn't a signin store; use another one,
              or move the file away.
          [ ] Remember my email                   Sign in ⏎

          Enter sign in   F2 show   F1 keys   Esc cancel

        """)
  }

  @Test("Messages come and go, and nothing moves", arguments: [(80, 24), (40, 12), (30, 24), (20, 24), (200, 60)])
  func steady(columns: Int, rows: Int) {
    let stage = Play.signIn(columns: columns, rows: rows)
    func places() -> [Int?] {
      let lines = stage.screen.split(separator: "\n", omittingEmptySubsequences: false)
      return ["◆ Sign in", "━ Email ", "━ Password ", "─ Email ", "─ Password ", "Esc"].map { part in
        lines.firstIndex { $0.contains(part) }
      }
    }
    let empty = places()
    stage.type("ada")
    #expect(places() == empty)
    stage.press(.tab)
    let left = places()
    stage.type("12345")
    #expect(places() == left)
    stage.type("67")
    #expect(places() == left)
    #expect(left.last == empty.last)
  }

  @Test("Space toggles the box")
  func remember() {
    let stage = Play.signIn()
    stage.press(.tab, .tab)
    stage.type(" ")
    #expect(stage.screen.contains("[✓] Remember my email"))
    #expect(stage.style(of: "[✓] Remember my email")?.attributes == .reverse)
    stage.type(" ")
    #expect(stage.screen.contains("[ ] Remember my email"))
  }

  @Test("The cursor is hidden on the box and on the button, which are highlighted")
  func cursorOnControls() {
    let stage = Play.signIn()
    for control in ["[ ] Remember my email", "Sign in ⏎"] {
      stage.press(.tab)
      if control == "[ ] Remember my email" { stage.press(.tab) }
      #expect(stage.cursor == nil)
      #expect(stage.focus == control)
    }
  }

  @Test("At 200x60 the keys are below the form, not at the foot of the screen")
  func large() {
    let stage = Play.signIn(columns: 200, rows: 60)
    #expect(
      stage.rows(34...37) == """
        [ ] Remember my email                   Sign in ⏎

        Enter next   F2 show   F1 keys   Esc cancel

        """)
    #expect(stage.rows(38...59).allSatisfy { $0 == "\n" })
  }

  // MARK: Keys

  @Test("Tab and Down go forward through all controls, Shift-Tab and Up backward")
  func focus() {
    let stage = Play.signIn()
    let controls = ["Email", "Password", "[ ] Remember my email", "Sign in ⏎"]
    for key in [Key.Code.tab, .down] {
      for control in controls {
        #expect(stage.focus == control)
        stage.press(key)
      }
    }
    for key in [Key(.tab, .shift), Key(.up)] {
      for control in controls.reversed() {
        stage.send(.key(key))
        #expect(stage.focus == control)
      }
    }
  }

  @Test("Esc leaves")
  func escape() {
    let stage = Play.signIn()
    stage.press(.escape)
    #expect(stage.ending == "cancelled")
  }

  @Test("A click focuses and places the cursor, toggles, and presses")
  func mouse() async {
    let stage = Play.filled()
    stage.click(in: "Email", behind: 3)
    #expect(stage.cursor(in: "Email") == 3)
    stage.click(on: "Remember my email")
    #expect(stage.screen.contains("[✓] Remember my email"))
    stage.click(on: "Sign in ⏎  ]")
    let waiting = await stage.signIn.nextAttempt()
    #expect(waiting.email.text == "ada@lovelace.example")
    stage.signIn.answer(waiting, .cancelled)
  }

  // MARK: Text

  @Test("A paste is one change, drops line breaks and control characters, and submits nothing")
  func paste() {
    let stage = Play.signIn()
    stage.paste("ada@\u{7}lovelace.example\r\n")
    #expect(stage.text(in: "Email") == "ada@lovelace.example")
    #expect(stage.cursor(in: "Email") == 20)
  }

  @Test("Text wider than its field scrolls by a third of the width, and a mark shows the cut")
  func scrolling() {
    let stage = Play.signIn()
    stage.type(String(repeating: "0123456789", count: 6))
    #expect(stage.text(in: "Email") == "‹7890123456789012345678901234567890123456789")
    stage.press(.home)
    #expect(stage.text(in: "Email")?.hasPrefix("0123456789") == true)
    #expect(stage.text(in: "Email")?.hasSuffix("›") == true)
    #expect(stage.cursor(in: "Email") == 0)
  }

  @Test("Each key is visible in a password wider than its field, too")
  func scrollingDots() {
    let stage = Play.signIn()
    stage.press(.tab)
    var (seen, cursors) = (stage.text(in: "Password"), Set<Int?>())
    for _ in 0..<70 {
      stage.type("x")
      #expect(stage.text(in: "Password") != seen)
      seen = stage.text(in: "Password")
      cursors.insert(stage.cursor(in: "Password"))
    }
    #expect(stage.text(in: "Password")?.hasPrefix("‹•") == true)
    #expect(cursors.count < 60)
  }

  @Test("Wide characters take two columns, combining marks none, and Backspace deletes a whole character")
  func unicode() {
    let stage = Play.signIn()
    stage.type("日本e\u{301}")
    #expect(stage.cursor(in: "Email") == 5)
    #expect(stage.text(in: "Email") == "日本e\u{301}")
    stage.press(.backspace)
    #expect(stage.cursor(in: "Email") == 4)
    stage.press(.backspace)
    #expect(stage.cursor(in: "Email") == 2)
  }

  @Test("A masked character is one dot, whatever its number of scalars")
  func mask() {
    let stage = Play.signIn()
    stage.press(.tab)
    stage.type("e\u{301}👨‍👩‍👧日")
    #expect(stage.text(in: "Password") == "•••")
    #expect(stage.cursor(in: "Password") == 3)
  }
}
