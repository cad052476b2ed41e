import Foundation
import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The scene that changes a password")
struct ChangePasswordViewTests {
  /// The form, opened from the list of activity.
  private func form(columns: Int = 80, rows: Int = 24, idleSeconds: Int? = nil) async -> ActivityPlay {
    let activity = await ActivityPlay(columns: columns, screen: rows, idleSeconds: idleSeconds)
    activity.play.press(.function(4))
    return activity
  }

  private func fill(_ play: Play, _ old: String, _ new: String, again: String) {
    play.type(old)
    play.press(.tab)
    play.type(new)
    play.press(.tab)
    play.type(again)
  }

  @Test("F4 in the list of activity opens it: three fields and the keys")
  func untouched() async {
    let play = await form().play
    #expect(
      play.screen == """



                    ◆ Change password

                      ┏━ Current password ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
                      ┃                                                  ┃
                      ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛

                      ╭─ New password ───────────────────────────────────╮
                      │ Use 6 to 20 characters.                          │
                      ╰──────────────────────────────────────────────────╯

                      ╭─ New password again ─────────────────────────────╮
                      │                                                  │
                      ╰──────────────────────────────────────────────────╯


                                                      Change password ⏎

                      Enter next   F2 show   F1 keys   Esc cancel



        """)
  }

  @Test("At 40x12 messages and the bar move into the lower borders")
  func small() async {
    let play = await form(columns: 40, rows: 12).play
    fill(play, "four", "horse12", again: "horse")
    #expect(
      play.screen == """
        ◆ Change password
        ╭─ Current password ─────────────── ✗ ─╮
        │ ••••                                 │
        ╰─ ✗ Password has to be from 6 to › ───╯
        ╭─ New password ─────────────────── ✓ ─╮
        │ •••••••                              │
        ╰─ ▰▰▰▱▱ Strength: fair ───────────────╯
        ┏━ New password again ━━━━━━━━━━━━━ ✗ ━┓
        ┃ •••••                                ┃
        ┗━ ✗ The passwords don't match. ━━━━━━━┛
                            Change password ⏎
        F2 show   F1 keys   Esc cancel
        """)
  }

  @Test("A change returns to the activity, which confirms it until the next key")
  func changed() async {
    let activity = await form()
    let play = activity.play
    fill(play, "correct horse", "battery staple", again: "battery staple")
    #expect(play.isEnabled("Change password"))
    play.press(.enter)
    let waiting = await play.changePassword.nextAttempt()
    #expect(play.screen.contains("⠋ Changing password"))
    #expect(play.lastRow == "Esc cancel")
    play.changePassword.answer(waiting, .changed)
    await play.wait { play.lastRow == "Password changed. Your other sessions ended." }
    #expect(play.lastRow == "Password changed. Your other sessions ended.")
    #expect(play.screen.contains("◆ Activity"))
    play.press(.down)
    #expect(play.lastRow.hasPrefix("Tab account"))
    play.press(.escape)
    #expect(play.ending == "signed in as ada@lovelace.example")
  }

  @Test("A wrong current password is reported in the form, and all fields are cleared")
  func refused() async {
    let play = await form().play
    fill(play, "wrong horse", "battery staple", again: "battery staple")
    play.press(.enter)
    play.changePassword.answer(await play.changePassword.nextAttempt(), .refused(blockedFor: nil))
    await play.wait { play.screen.contains("The current password is wrong.") }
    #expect(play.label(of: "Current password") == "✗ The current password is wrong.")
    #expect(!play.screen.contains("•"))
  }

  @Test("F2 shows all three passwords; Esc returns to the activity without a change")
  func leaving() async {
    let play = await form().play
    fill(play, "CORRECT", "CORRECT", again: "CORRECT")
    #expect(play.screen.contains("All letters are capitals. Is Caps Lock on?"))
    play.press(.function(2))
    #expect(play.screen.components(separatedBy: " CORRECT ").count == 4)
    play.press(.escape)
    #expect(play.screen.contains("◆ Activity"))
    #expect(play.ending == nil)
  }

  @Test("The idle limit ends the form: the user is signed in, the password unchanged")
  func unattended() async {
    let play = await form(idleSeconds: 30).play
    fill(play, "correct horse", "battery staple", again: "battery")
    play.scheduler.advance(by: .seconds(30))
    #expect(play.ending == "signed in as ada@lovelace.example")
  }
}
