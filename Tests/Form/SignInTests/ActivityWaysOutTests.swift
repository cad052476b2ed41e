import Identity
import SignIn
import Signals
import TestSupport
import Testing

@Suite("The details of a row, and the way out of the list")
struct ActivityWaysOutTests {
  @Test("Selecting a row shows its details; Esc closes them, the next Esc leaves")
  func details() async throws {
    let activity = await Activity.showing(2, 1)
    let row = try #require(activity.rows.last?.last)
    activity.inputs.didSelect(row)
    #expect(activity.details.values == [nil, row])
    activity.inputs.didTapDismiss()
    #expect(activity.details.values == [nil, row, nil])
    #expect(activity.leaves.values.isEmpty)
    activity.inputs.didTapDismiss()
    #expect(activity.leaves.values == [true])
  }

  @Test("Esc clears a search first, behind the details, and leaves only then")
  func clearsSearch() async throws {
    let activity = await Activity.showing(2, 1)
    let row = try #require(activity.rows.last?.last)
    let cleared = Recorder(activity.outputs.searchCleared.map { true })
    let isSearching = Recorder(activity.outputs.isSearching.skipRepeats())
    activity.inputs.didChangeSearch("x")
    activity.inputs.didSelect(row)
    activity.inputs.didTapDismiss()
    #expect(cleared.values.isEmpty)
    activity.inputs.didTapDismiss()
    #expect(cleared.values == [true])
    #expect(activity.leaves.values.isEmpty)
    // when the view has emptied the box
    activity.inputs.didChangeSearch("")
    #expect(isSearching.values == [false, true, false])
    activity.inputs.didTapDismiss()
    #expect(activity.leaves.values == [true])
  }
}
