import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("Leaving parts of the activity scene")
struct ActivityEscapeTests {
  @Test("Esc empties the search box, and the line of keys says which of its effects comes next")
  func search() async {
    let activity = await ActivityPlay.showing(3)
    activity.play.type("x")
    #expect(activity.play.lastRow.hasSuffix("Esc clear"))
    activity.play.press(.escape)
    #expect(activity.screen.contains("type to search"))
    #expect(activity.play.lastRow.hasSuffix("Esc leave"))
    #expect(activity.play.ending == nil)
    activity.play.press(.escape)
    #expect(activity.play.ending != nil)
  }

  @Test("A click beside the details closes them, a click on them doesn't, and a click on a key is the key")
  func clicks() async {
    let activity = await ActivityPlay.showing(3)
    let list = activity.screen
    activity.play.press(.enter)
    #expect(activity.play.lastRow == "Esc close")
    let details = activity.screen
    activity.point(.press(.left), row: 9, column: 40)
    #expect(activity.screen == details)
    activity.point(.press(.left), row: 1, column: 0)
    #expect(activity.screen == list)
    activity.point(.press(.left), row: 23, column: 3)
    #expect(activity.play.lastRow.hasPrefix("Tab activity"))
  }
}
