import Identity
import SignIn
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("A form that locks the terminal")
struct LockTests {
  private func lock(_ signIn: (any SigningIn)? = nil, attempts: Int = 5) -> Play {
    var settings = SignInViewModel.Settings()
    settings.attempts = attempts
    settings.lock = .email(email("ada@lovelace.example"))
    return Play(.signIn(email: nil), allowsSignUp: false, settings: settings, signIn: signIn)
  }

  @Test("says so, shows whose password unlocks it, and offers no key that leaves it")
  func look() {
    let play = lock()
    #expect(play.title == "◆ This terminal is locked")
    #expect(
      play.rows(5...17) == """
        ◆ This terminal is locked

          ╭─ Email ────────────────────────────────────── ✓ ─╮
          │ ada@lovelace.example                             │
          ╰──────────────────────────────────────────────────╯

          ┏━ Password ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
          ┃                                                  ┃
          ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛


                                                   Unlock ⏎

        """)
    play.press(.function(1))
    #expect(!play.screen.contains("Ctrl-C") && !play.screen.contains("Ctrl-Z") && !play.screen.contains("Esc"))
    #expect(play.screen.contains("Ctrl-L"))
  }

  @Test("never gives the focus to the email: neither Tab nor a click does")
  func focus() throws {
    let play = lock()
    let start = play.cursor
    play.press(.tab)
    #expect(play.cursor == nil, "The button has no cursor.")
    play.press(.tab)
    #expect(play.cursor == start)
    play.press(.up)
    #expect(play.cursor == nil)
    play.press(.up)
    let rows = play.screen.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(rows.firstIndex { $0.contains("ada@lovelace") })
    play.send(.mouse(Mouse(.press(.left), at: Position(row: row, column: 40))))
    play.type("x")
    #expect(play.cursor != start)
    #expect(play.screen.contains(" ada@lovelace.example "))
  }

  @Test(
    "loses no letter of the password, whatever was pressed before it",
    arguments: [[], [.tab], [.up], [.function(1)], [.tab, .function(1)], [.function(1), .enter, .tab]] as [[Key.Code]])
  func letters(before: [Key.Code]) {
    let play = lock()
    for code in before { play.press(code) }
    play.type("correct horse")
    #expect(play.screen.contains(" ••••••••••••• "))
  }

  @Test("asks for a code to unlock, too, and goes back to the password")
  func code() async {
    let script = ScriptedConversation()
    let play = lock(script)
    play.type("correct horse")
    play.press(.enter)
    await script.go(on: .ask(Question([Challenge(.code(digits: 6))])))
    await play.wait { play.screen.contains("Second step") }
    #expect(
      play.rows(9...14) == """

        ┏━━━┓ ╭───╮ ╭───╮   ╭───╮ ╭───╮ ╭───╮
        ┃   ┃ │   │ │   │   │   │ │   │ │   │
        ┗━━━┛ ╰───╯ ╰───╯   ╰───╯ ╰───╯ ╰───╯


        """)
    play.press(.escape)
    #expect(play.title == "◆ This terminal is locked")
  }

  @Test("isn't left by refusals, which it doesn't count, of passwords and of codes")
  func refusals() async {
    let script = ScriptedConversation()
    let play = lock(script, attempts: 1)
    play.type("wrong horse")
    play.press(.enter)
    await script.go(on: .ended(.refused(blockedFor: nil)))
    await play.wait { play.screen.contains("The password is wrong.") }
    play.type("correct horse")
    play.press(.enter)
    await script.go(on: .ask(Question([Challenge(.code(digits: 6))])))
    await play.wait { play.screen.contains("Second step") }
    play.type("123456")
    await script.go(on: .ended(.refused(blockedFor: 8)))
    await play.wait { !play.screen.contains("Second step") }
    #expect(play.ending == nil)
    #expect(play.screen.contains("The code is wrong. Try again in 8 s."))
  }

  @Test("isn't left by any key")
  func keys() {
    let play = lock()
    play.press(.escape, .function(3), .function(10), .escape)
    for key in "cdz\\".unicodeScalars { play.send(.key(.control(key))) }
    #expect(play.ending == nil)
    #expect(play.title == "◆ This terminal is locked")
  }
}
