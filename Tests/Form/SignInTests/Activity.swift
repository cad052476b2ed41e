import Identity
import SignIn
import Signals
import TestSupport
import Testing

/// A list of activity that records all its outputs, and a store that answers when the test says so.
final class Activity {
  let store: ScriptedActivity
  let clock = ManualClock()
  let scheduler = TestScheduler()
  /// A value for each time that the list was left.
  let leaves: Recorder<Bool>
  let rows: Recorder<[ActivityRow]>
  let loading: Recorder<ActivityLoading?>
  let emptyMessage: Recorder<Message?>
  let errorMessage: Recorder<Message?>
  let canLoadMore: Recorder<Bool>
  let lastSignInMessage: Recorder<Message?>
  let failuresMessage: Recorder<Message?>
  let markedWords: Recorder<[String]>
  let details: Recorder<ActivityRow?>

  var inputs: any ActivityViewModelInputs { viewModel.inputs }
  var outputs: any ActivityViewModelOutputs { viewModel.outputs }
  /// The numbers of the attempts in the list.
  var numbers: [Int64] { rows.last?.map(\.id.number) ?? [] }

  private let viewModel: any ActivityViewModelType

  init(previous: Result<PreviousSignIn?, StoreError> = .success(nil)) {
    store = ScriptedActivity(previous: previous)
    viewModel = ActivityViewModel(of: store, clock: clock, search: { AttemptSearch($0) }, on: scheduler)
    let outputs = viewModel.outputs
    rows = Recorder(outputs.rows)
    loading = Recorder(outputs.loading)
    emptyMessage = Recorder(outputs.emptyMessage)
    errorMessage = Recorder(outputs.errorMessage)
    canLoadMore = Recorder(outputs.canLoadMore)
    lastSignInMessage = Recorder(outputs.lastSignInMessage)
    failuresMessage = Recorder(outputs.failuresMessage)
    markedWords = Recorder(outputs.markedWords)
    details = Recorder(outputs.details)
    leaves = Recorder(outputs.dismissed.map { true })
    viewModel.inputs.viewDidLoad()
  }

  /// A list that shows the attempts of these numbers.
  static func showing(_ numbers: Int64..., next: Int64? = nil) async -> Activity {
    let activity = Activity()
    await activity.answer(numbers, next: next)
    return activity
  }

  /// Answers the next request, and returns when the list shows the answer.
  func answer(_ numbers: [Int64], next: Int64? = nil) async {
    await answer(.success(numbers.map { Attempt.sample($0) }), next: next)
  }

  /// Answers the next request with these attempts or a failure.
  func answer(_ result: Result<[Attempt], StoreError>, next: Int64? = nil) async {
    let request = await store.nextRequest()
    let waited = loading.values.count
    store.answer(request, result.map { AttemptPage(attempts: $0, next: next.map { .sample($0) }) })
    await loading.wait { $0.count > waited }
  }

  /// Types a text into the search box, and pauses.
  func search(_ text: String) {
    inputs.didChangeSearch(text)
    scheduler.advance(by: .milliseconds(150))
  }
}
