import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@MainActor
@Suite("The sign-in form during a block")
struct SignInViewBlockTests {
  @Test("A block counts down on the screen; the refused password goes, and keys typed meanwhile are kept")
  func blocked() async {
    // given
    let stage = Play.filled()
    stage.press(.enter)
    // when
    await stage.answer(.refused(blockedFor: 64))
    // then
    #expect(stage.label(of: "Password") == "✗ Wrong email or password. Try again in 1 min 4 s.")
    #expect(stage.text(in: "Password") == "")
    #expect(stage.border(of: "Email") == .white)
    stage.type("!")
    stage.press(.enter)
    stage.scheduler.advance(by: .seconds(5))
    #expect(stage.screen.contains("Wrong email or password. Try again in 59 s."))
    #expect(stage.text(in: "Password") == "•")
    stage.press(.function(1), .escape)
    #expect(stage.screen.contains("Wrong email or password. Try again in 59 s."))
    stage.scheduler.advance(by: .seconds(59))
    #expect(stage.screen.contains("Wrong email or password."))
    #expect(!stage.screen.contains("Try again in"))
  }

  @Test("The seconds of a throttle count down on the screen")
  func throttled() async {
    let stage = Play.filled()
    stage.press(.enter)
    await stage.answer(.throttled(seconds: 2))
    #expect(stage.screen.contains("Too many attempts. Try again in 2 s."))
    stage.scheduler.advance(by: .seconds(1))
    #expect(stage.screen.contains("Too many attempts. Try again in 1 s."))
    stage.scheduler.advance(by: .seconds(1))
    #expect(!stage.screen.contains("Too many attempts"))
  }
}
