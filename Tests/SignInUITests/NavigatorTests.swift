import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The way from scene to scene")
struct NavigatorTests {
  @Test("F3 leads from signing in to creating an account with what was typed, and Esc leads back and then out")
  func thereAndBack() {
    let play = Play(.signIn(email: nil))
    #expect(play.lastRow.contains("F3 create account"))
    play.type("ada@lovelace.example")
    play.press(.function(3))
    #expect(play.screen.contains("─ Create account ─"))
    #expect(play.screen.contains("ada@lovelace.example"))
    play.press(.escape)
    #expect(play.screen.contains("─ Sign in ─"))
    #expect(play.screen.contains("ada@lovelace.example"))
    #expect(play.ending == nil)
    play.press(.escape)
    #expect(play.ending == "cancelled")
  }

  @Test("Where sign-up is not allowed, F3 does nothing and is not offered")
  func noSignUp() {
    let play = Play(.signIn(email: nil), allowsSignUp: false)
    #expect(!play.lastRow.contains("F3"))
    play.press(.function(3))
    #expect(play.screen.contains("─ Sign in ─"))
  }

  @Test("Where the first account is created, Esc leads out")
  func firstAccount() {
    let play = Play(.signUp(email: nil))
    play.press(.escape)
    #expect(play.ending == "cancelled")
  }

  @Test("A store that turns out to be empty leads to the first account, or ends where none may be created")
  func emptyStore() {
    let open = Play(.signIn(email: nil))
    open.navigator.didFindNoAccounts()
    #expect(open.screen.contains("─ Create account ─"))
    open.press(.escape)
    #expect(open.ending == "cancelled")
    let gate = Play(.signIn(email: nil), allowsSignUp: false)
    gate.navigator.didFindNoAccounts()
    #expect(gate.ending == "no accounts")
  }

  @Test("An account that was created, but not signed in to, leads to signing in")
  func createdOnly() async {
    let play = Play(.signUp(email: nil))
    play.fillSignUp("ada@lovelace.example", "correct horse", again: "correct horse")
    play.press(.enter)
    play.signUp.answer(await play.signUp.nextAttempt(), .added(.throttled(seconds: 4)))
    await play.wait { play.screen.contains("─ Sign in ─") }
    #expect(play.screen.contains("─ Sign in ─"))
    #expect(play.screen.contains("ada@lovelace.example"))
  }

  @Test("Without a key for the time allowed it counts down its last ten seconds, and ends")
  func timesOut() {
    let play = Play(.signIn(email: nil), idleSeconds: 30)
    play.scheduler.advance(by: .seconds(19))
    #expect(!play.screen.contains("Closing in"))
    play.scheduler.advance(by: .seconds(1))
    #expect(play.lastRow == "Closing in 10 s. Press any key to stay.")
    play.scheduler.advance(by: .seconds(3))
    #expect(play.lastRow == "Closing in 7 s. Press any key to stay.")
    play.press(.tab)
    #expect(!play.screen.contains("Closing in"))
    play.scheduler.advance(by: .seconds(29))
    #expect(play.lastRow == "Closing in 1 s. Press any key to stay.")
    #expect(play.ending == nil)
    play.scheduler.advance(by: .seconds(1))
    #expect(play.ending == "timed out")
  }
}
