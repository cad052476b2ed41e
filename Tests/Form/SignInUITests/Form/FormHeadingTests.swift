import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The heading of a form")
struct FormHeadingTests {
  private let clock = ManualClock()

  private func heading(title: String? = nil, greeting: String? = nil, host: String? = nil) -> FormHeading {
    var heading = FormHeading()
    (heading.title, heading.greeting, heading.host) = (title, greeting, host)
    return heading
  }

  @Test("The settings give the sign-in form a title, and every form the host beside its title and the greeting below")
  func words() {
    let play = Play(
      .signIn(email: nil), heading: { _ in heading(title: "Castle", greeting: "Attempts are recorded.", host: "keep") })
    #expect(
      play.rows(4...6) == """
        ◆ Castle                                          keep
          Attempts are recorded.

        """)
    play.press(.function(3))
    #expect(
      play.rows(2...4) == """
        ◆ Create account                                  keep
          Attempts are recorded.

        """)
  }

  @Test("Where there is no room for the host beside the title, the title stands alone")
  func narrow() {
    let play = Play(
      .signIn(email: nil), columns: 20, rows: 24, heading: { _ in heading(title: "Castle", host: "keep.example.org") })
    #expect(play.screen.contains("◆ Castle\n") && !play.screen.contains("keep"))
  }

  @Test("A title that is too long is cut with a mark")
  func longTitle() {
    let play = Play(.signIn(email: nil), heading: { _ in heading(title: String(repeating: "castle ", count: 10)) })
    #expect(play.screen.contains(" castle castle ca›\n"))
  }

  @Test("A long greeting is wrapped, and gives way where there are few rows")
  func long() {
    let greeting = "Authorised use only. Attempts to sign in are recorded, and the record is kept for a year."
    let large = Play(.signIn(email: nil), heading: { _ in heading(greeting: greeting) })
    #expect(
      large.rows(4...7) == """
        ◆ Sign in
          Authorised use only. Attempts to sign in are
          recorded, and the record is kept for a year.

        """)
    let small = Play(.signIn(email: nil), columns: 40, rows: 12, heading: { _ in heading(greeting: greeting) })
    #expect(!small.screen.contains("Authorised"))
  }

  @Test("The help stands below the keys of the sign-in form, and in the panel of all keys")
  func help() {
    func heading(_ help: String) -> FormHeading {
      var heading = FormHeading()
      heading.help = help
      return heading
    }
    let words = "Forgot your password? Ask the desk, ext. 42."
    let play = Play(.signIn(email: nil), heading: { _ in heading(words) })
    #expect(
      play.rows(18...20) == """
        F2 show   F3 create account   F1 keys   Esc cancel

        Forgot your password? Ask the desk, ext. 42.
        """)
    play.press(.function(1))
    #expect(play.screen.contains(words))
    play.press(.escape, .function(3))
    #expect(play.screen.contains("Create account") && !play.screen.contains(words))

    let small = Play(.signIn(email: nil), columns: 40, rows: 12, heading: { _ in heading(words) })
    #expect(!small.screen.contains("Forgot"))
    small.press(.function(1))
    small.press(.end)
    #expect(small.screen.contains("Forgot"))
  }

  @Test("The clock shows the local time, and moves on when the minute changes")
  func minutes() {
    func shown(_ play: Play) -> String { String(play.rows(5...5).split(separator: "Sign in ")[1]).unindented }
    func local() -> String { String(clock.now().localTime.dropFirst(11).prefix(5)) }
    // given a quarter to the next minute
    clock.advance(by: .seconds(45))
    let play = Play(
      .signIn(email: nil),
      heading: { scheduler in
        var heading = heading(host: "keep")
        heading.clock = FormHeading.Clock(clock, scheduler)
        return heading
      })
    let first = local()
    #expect(shown(play) == "keep · \(first)")
    // when time passes, but not the minute
    clock.advance(by: .milliseconds(14_999))
    play.scheduler.advance(by: .milliseconds(14_999))
    #expect(shown(play) == "keep · \(first)")
    // then it stays; and one millisecond later, and a minute later, it moves on
    for passed in [Duration.milliseconds(1), .seconds(60)] {
      clock.advance(by: passed)
      play.scheduler.advance(by: passed)
      #expect(shown(play) == "keep · \(local())")
    }
    #expect(local() != first)
  }

  @Test("Line by line, title and greeting are said once")
  func plain() {
    let script = PlainScript(.signIn(email: nil), heading: heading(title: "Castle", greeting: "Welcome.", host: "keep"))
    #expect(
      script.heard().prefix(3) == [
        "Castle", "Welcome.", "Sign in. Ctrl-D cancels. To create an account, enter + instead of an email.",
      ])
    script.answer("+")
    #expect(script.heard().first == "Create account. Ctrl-D cancels.")
  }
}
