import Identity
import SignIn
import Signals
import TestSupport
import Testing

@Suite("The details of a row, and the ways out of the list")
struct ActivityWaysOutTests {
  @Test("Selecting a row shows its details; Esc closes them, the next Esc leaves")
  func details() async throws {
    let activity = await Activity.showing(2, 1)
    let row = try #require(activity.rows.last?.last)
    activity.inputs.didSelect(row)
    #expect(activity.details.values == [nil, row])
    activity.inputs.dismissTapped()
    #expect(activity.details.values == [nil, row, nil])
    #expect(activity.routes.values.isEmpty)
    activity.inputs.dismissTapped()
    #expect(activity.routes.values == [.left])
  }

  @Test("Esc clears a search first, behind the details, and leaves only then")
  func clearsSearch() async throws {
    let activity = await Activity.showing(2, 1)
    let row = try #require(activity.rows.last?.last)
    let cleared = Recorder(activity.outputs.searchCleared.map { true })
    activity.inputs.searchDidChange("x")
    activity.inputs.didSelect(row)
    activity.inputs.dismissTapped()
    #expect(cleared.values.isEmpty)
    activity.inputs.dismissTapped()
    #expect(cleared.values == [true])
    #expect(activity.routes.values.isEmpty)
    // when the view has emptied the box
    activity.inputs.searchDidChange("")
    activity.inputs.dismissTapped()
    #expect(activity.routes.values == [.left])
  }

  @Test("F4 opens the password form, F6 sets up two-step sign-in, and F10 signs out, even from the details")
  func ways() async throws {
    let activity = await Activity.showing(1)
    activity.inputs.didSelect(try #require(activity.rows.last?.first))
    activity.inputs.changePasswordTapped()
    activity.inputs.secondStepTapped()
    activity.inputs.signOutTapped()
    #expect(activity.routes.values == [.changePassword, .secondStep, .signedOut])
  }

  @Test("F4 does nothing for an account without a password of ours")
  func noPassword() {
    let activity = Activity(hasPassword: false)
    #expect(!activity.outputs.isPasswordOffered)
    activity.inputs.changePasswordTapped()
    #expect(activity.routes.values == [])
  }

  @Test("F7 links a user name where there are user names, and does nothing elsewhere", arguments: [false, true])
  func linking(isOffered: Bool) {
    let activity = Activity(isLinkOffered: isOffered)
    #expect(activity.outputs.isLinkOffered == isOffered)
    activity.inputs.linkTapped()
    #expect(activity.routes.values == (isOffered ? [.link] : []))
  }
}
