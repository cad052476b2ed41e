import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The sign-in scene at a server with a queue, or with other logins than emails")
struct SignInViewLoginsTests {
  @Test("A place in the queue is shown on the button, in all sizes")
  func queue() async {
    let stage = Play.signIn(columns: 40, rows: 12)
    stage.type("ada@lovelace.example")
    stage.press(.tab)
    stage.type("correct horse")
    stage.press(.enter)
    let waiting = await stage.signIn.nextAttempt()
    stage.queue.send(12)
    #expect(stage.rows(9...9) == "⠋ Place 12 in line")
    stage.scheduler.advance(by: .seconds(2))
    #expect(stage.rows(9...9) == "⠋ Place 12 in line 2 s")
    stage.signIn.answer(waiting, .cancelled)
    stage.press(.escape)
    #expect(stage.rows(9...9) == "[ ] Remember my email       Sign in ⏎")
  }

  @Test("It asks for the logins that the server takes, also when that is known only later")
  func logins() {
    let stage = Play.signIn(columns: 40, rows: 12)
    stage.type("ada")
    #expect(stage.screen.contains("━ Email ━"))
    stage.logins.send(.name(provider: "pam"))
    #expect(stage.screen.contains("━ User name ━"))
    #expect(stage.rows(9...9) == "[ ] Remember my user name     Sign in")
    #expect(stage.text(in: "User name") == "ada")
    stage.logins.send(.either(provider: "pam"))
    stage.press(.backspace, .backspace, .backspace)
    #expect(stage.screen.contains("━ Email or user name ━"))
    #expect(stage.text(in: "Email or user name") == "e.g. ada@example.com, or ada")
    #expect(stage.rows(9...9) == "[ ] Remember my login       Sign in ⏎")
  }
}
