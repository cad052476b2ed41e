import Identity
import SignIn
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The look of the activity scene")
struct ActivityLookTests {
  private static let tries = ActivityPlay.attempts
  private static let previous = PreviousSignIn(ActivityPlay.lastSignIn, failures: 2)

  @Test("Outcomes have colours and marks, which the selection keeps")
  func colours() async {
    let activity = await ActivityPlay.showing(Self.tries)
    activity.play.press(.end)
    for (outcome, colour) in [
      ("✓ signed in", Colour.green), ("✗ refused", .red), ("! blocked", .red), ("- cancelled", .terminal),
    ] {
      #expect(activity.play.style(of: outcome) == Style(foreground: colour))
    }
    #expect(activity.play.style(of: "? not finished") == Style(attributes: .bold))
    activity.play.press(.home)
    #expect(activity.play.style(of: "✓ signed in") == Style(foreground: .green, attributes: .bold))
    #expect(activity.play.style(of: "castle", in: "▌") == Style(attributes: .bold))
  }

  @Test("In a theme where all text is bold, the selected row is all reversed, and its outcome keeps its colour")
  func boldTheme() async {
    var theme = ActivityPlay.theme
    theme[.text] = Style(attributes: .bold)
    let activity = await ActivityPlay.showing(Self.tries, theme: theme)
    #expect(activity.play.style(of: "castle", in: "▌")?.attributes == [.bold, .reverse])
    #expect(
      activity.play.style(of: "✓ signed in", in: "▌") == Style(foreground: .green, attributes: [.bold, .reverse]))
  }

  @Test("Failures before the sign-in are red, with a mark; the previous sign-in is not")
  func header() async {
    let activity = await ActivityPlay(previous: Self.previous)
    #expect(activity.play.style(of: "✗ 2 failed")?.foreground == .red)
    #expect(activity.play.style(of: "Last sign-in")?.foreground == .terminal)
    let calm = await ActivityPlay(previous: PreviousSignIn(ActivityPlay.lastSignIn, failures: 0))
    #expect(calm.lines[1] == "  Last sign-in Fri 20 Nov 17:25, tty1")
    let flooded = await ActivityPlay(previous: PreviousSignIn(nil, failures: 999))
    #expect(flooded.lines[1] == "  ✗ 999 failed attempts since your last sign-in")
  }
}
