import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("Navigation between scenes")
struct NavigatorTests {
  @Test("F3 opens the form for a new account with the typed email; Esc goes back and then leaves")
  func thereAndBack() {
    let play = Play(.signIn(email: nil))
    #expect(play.lastRow.contains("F3 create account"))
    play.type("ada@lovelace.example")
    play.press(.function(3))
    #expect(play.title == "◆ Create account")
    #expect(play.screen.contains("ada@lovelace.example"))
    play.press(.escape)
    #expect(play.title == "◆ Sign in")
    #expect(play.screen.contains("ada@lovelace.example"))
    #expect(play.ending == nil)
    play.press(.escape)
    #expect(play.ending == "cancelled")
  }

  @Test("Without sign-up, F3 does nothing and isn't offered")
  func noSignUp() {
    let play = Play(.signIn(email: nil), allowsSignUp: false)
    #expect(!play.lastRow.contains("F3"))
    play.press(.function(3))
    #expect(play.title == "◆ Sign in")
  }

  @Test("From the form for the first account, Esc leaves")
  func firstAccount() {
    let play = Play(.signUp(email: nil))
    play.press(.escape)
    #expect(play.ending == "cancelled")
  }

  @Test("A store that turns out to be empty leads to the first account, or ends if sign-up is not allowed")
  func emptyStore() {
    let open = Play(.signIn(email: nil))
    open.navigator.didFindNoAccounts()
    #expect(open.title == "◆ Create account")
    open.press(.escape)
    #expect(open.ending == "cancelled")
    let gate = Play(.signIn(email: nil), allowsSignUp: false)
    gate.navigator.didFindNoAccounts()
    #expect(gate.ending == "no accounts")
  }

  @Test("The way to a new account and back keeps the countdown, and doesn't restart the count of attempts")
  func thereAndBackWhileBlocked() async {
    // given
    var settings = SignInViewModel.Settings()
    settings.attempts = 2
    let play = Play(.signIn(email: nil), settings: settings)
    play.type("ada@lovelace.example")
    play.press(.tab)
    play.type("wrong horse")
    play.press(.enter)
    await play.answer(.refused(blockedFor: 8))
    // when
    play.press(.function(3))
    play.scheduler.advance(by: .seconds(3))
    #expect(play.screen.contains("Too many attempts. Try again in 5 s."))
    play.press(.escape)
    // then
    #expect(play.screen.contains("Wrong email or password. Try again in 5 s."))
    play.scheduler.advance(by: .seconds(5))
    play.type("wrong horse")
    play.press(.enter)
    play.signIn.answer(await play.signIn.nextAttempt(), .refused(blockedFor: nil))
    await play.wait { play.ending != nil }
    #expect(play.ending == "refused")
  }

  @Test("A new account whose sign-in fails leads to the sign-in form, which says how long to wait")
  func createdOnly() async {
    let play = Play(.signUp(email: nil))
    play.fillSignUp("ada@lovelace.example", "correct horse", again: "correct horse")
    play.press(.enter)
    play.signUp.answer(await play.signUp.nextAttempt(), .added(.throttled(seconds: 4)))
    await play.wait { play.title == "◆ Sign in" }
    #expect(play.title == "◆ Sign in")
    #expect(play.screen.contains("ada@lovelace.example"))
    #expect(play.screen.contains("Too many attempts. Try again in 4 s."))
  }

  @Test("A session that ends leads to the form, with all attempts again")
  func sessionLost() async {
    var settings = SignInViewModel.Settings()
    settings.attempts = 2
    let play = Play(.signIn(email: nil), settings: settings, activity: ScriptedActivity())
    play.type("ada@lovelace.example")
    play.press(.tab)
    for (outcome, words) in [
      (SignInOutcome.refused(blockedFor: nil), "Wrong email or password."),
      (.signedIn(SignedIn(email: email("ada@lovelace.example"))), "Activity"),
    ] {
      play.type("correct horse")
      play.press(.enter)
      play.signIn.answer(await play.signIn.nextAttempt(), outcome)
      await play.wait { play.screen.contains(words) }
    }
    // An account that gets another email goes on under it
    play.navigator.didLoseSession(to: SignedIn(email: email("eda@lovelace.example")))
    #expect(play.screen.contains("eda@lovelace.example") && play.screen.contains("Activity"))
    #expect(play.screen.contains("Your account has a new email."))
    // and an older request that is answered late says nothing new
    play.navigator.didLoseSession(to: SignedIn(email: email("eda@lovelace.example")))
    #expect(play.screen.contains("eda@lovelace.example") && play.screen.contains("Activity"))
    play.navigator.didLoseSession()
    #expect(play.title == "◆ Sign in")
    #expect(play.lastRow == "Your session has ended. Sign in again.")
    play.type("wrong horse")
    play.press(.enter)
    play.signIn.answer(await play.signIn.nextAttempt(), .refused(blockedFor: nil))
    await play.wait { play.screen.contains("Wrong email or password.") }
    #expect(play.ending == nil)
  }

  @Test("A new account that takes more than its password leads to the sign-in form, which says so")
  func createdWithFurtherStep() async {
    let play = Play(.signUp(email: nil))
    play.fillSignUp("ada@lovelace.example", "correct horse", again: "correct horse")
    play.press(.enter)
    play.signUp.answer(await play.signUp.nextAttempt(), .added(.unanswered))
    await play.wait { play.title == "◆ Sign in" }
    #expect(play.screen.contains("ada@lovelace.example"))
    #expect(play.lastRow == "Your account is ready. Sign in to it.")
  }

  @Test("Without a key it counts down the last ten seconds of the idle limit, and ends")
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

  @Test("What happens during that countdown stays to be read")
  func outcomeDuringCountdown() async {
    let play = Play(.signUp(email: nil), idleSeconds: 30)
    play.fillSignUp("ada@lovelace.example", "correct horse", again: "correct horse")
    play.press(.enter)
    let attempt = await play.signUp.nextAttempt()
    play.scheduler.advance(by: .seconds(22))
    #expect(play.lastRow.hasPrefix("Closing in"))
    play.signUp.answer(attempt, .added(.unanswered))
    await play.wait { play.title == "◆ Sign in" }
    #expect(play.lastRow == "Your account is ready. Sign in to it.")
  }

  @Test("Caps Lock is known in each scene")
  func capsLock() {
    let play = Play(.signIn(email: "ada@lovelace.example"))
    play.send(.capsLock(isOn: true))
    #expect(play.screen.contains("Caps Lock is on."))
    play.press(.function(3))
    play.press(.tab)
    #expect(play.title == "◆ Create account")
    #expect(play.screen.contains("Caps Lock is on."), "\(play.screen)")
  }
}
