import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

/// The story of the moving picture: a typo, its correction, a wrong password, the right one, a code, and the account page.
final class Demo {
  private static let theme = ThemeName.dark.file().theme(at: .full)
  private let script = ScriptedConversation()
  private let activity = ScriptedActivity(previous: .success(PreviousSignIn(history[1], failures: 0)))
  private let play: Play
  private var movie = SVGMovie(
    ground: .dark, title: "A sign-in, from a mistyped email to the account page")

  private init() {
    play = Play(
      .signIn(email: nil), allowsSignUp: false, memory: RememberingMemory(), theme: Self.theme, signIn: script,
      activity: activity,
      account: ScriptedAccount(
        .success(.sample(at: ActivityPlay.now, others: [("tty1", "192.0.2.7", "menu")], codes: 9))),
      clock: ManualClock(ActivityPlay.now))
  }

  static func movie() async -> SVGMovie {
    let demo = Demo()
    await demo.tell()
    return demo.movie
  }

  private func tell() async {
    show(900)
    type("ada@gmial.com", each: 90)
    show(1300)
    play.press(.right)
    show(900)
    play.press(.tab)
    show(500)
    type("correct hrose", each: 80)
    show(400)
    await submit(.ended(.refused(blockedFor: nil)))
    show(1800)
    type("correct horse", each: 80)
    show(400)
    await submit(.ask(Question([Challenge(.code(digits: 6))], methods: [.recoveryCode])))
    show(1300)
    type("49203", each: 220)
    play.type("1")
    spin(3)
    await script.go(on: .ended(.signedIn(SignedIn(email: email("ada@gmail.com")))))
    let request = await activity.nextRequest()
    activity.answer(request, .success(AttemptPage(attempts: Self.history, next: nil)))
    await play.wait {
      play.screen.contains("signed in") && !play.screen.contains("Loading") && !play.screen.contains("…")
    }
    show(3600)
  }

  private func show(_ milliseconds: Int) { movie.show(play.drawn, for: milliseconds) }

  private func type(_ text: String, each milliseconds: Int) {
    for scalar in text.unicodeScalars {
      play.send(.key(.character(scalar)))
      show(milliseconds)
    }
  }

  private func submit(_ step: SignInStep) async {
    play.press(.enter)
    spin(7)
    let before = play.screen
    await script.go(on: step)
    await play.wait { play.screen != before }
  }

  /// The button turns while the answer is to come.
  private func spin(_ times: Int) {
    for _ in 0..<times {
      show(100)
      play.scheduler.advance(by: .milliseconds(100))
    }
  }

  private static let history: [Attempt] = [
    .sample(9, tty: "pts/3", host: "castle", at: 1_795_318_860),
    .sample(8, tty: "pts/0", host: "castle", at: 1_795_227_000),
    .sample(7, .change(.passwordChanged), tty: "pts/0", host: "castle", at: 1_795_195_500),
    .sample(6, .refused, tty: "tty1", host: "192.0.2.7", program: "menu", at: 1_795_195_320),
    .sample(5, .change(.secondStepAdded), tty: "pts/0", host: "castle", at: 1_795_100_300),
    .sample(4, .change(.accountAdded), tty: "tty1", host: "castle", at: 1_795_100_000),
  ]
}
