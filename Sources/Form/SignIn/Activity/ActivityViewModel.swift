public import Identity
public import Signals

/// The events of the list of activity.
public protocol ActivityViewModelInputs {
  /// The view loaded and bound its outputs.
  func viewDidLoad()
  /// The text in the search box changed.
  func didChangeSearch(_ text: String)
  /// The selection came near the end of the rows.
  func didReachEnd()
  /// Enter was pressed on this row.
  func didSelect(_ row: ActivityRow)
  /// The user asked for the newest rows, or again for the page that failed.
  func didTapRefresh()
  /// Esc was pressed: closes the details, clears the search, or leaves the list.
  func didTapDismiss()
}

/// The state of the list of activity, for its view.
public protocol ActivityViewModelOutputs {
  /// Show these rows, newest first. They stay while others are loaded.
  var rows: Signal<[ActivityRow]> { get }
  /// Show what is being loaded; nil when nothing is.
  var loading: Signal<ActivityLoading?> { get }
  /// Show why there are no rows; nil while there are some, or some may come.
  var emptyMessage: Signal<Message?> { get }
  /// Show why rows failed to load; nil when they loaded.
  var errorMessage: Signal<Message?> { get }
  /// Whether more rows may follow the last one.
  var canLoadMore: Signal<Bool> { get }
  /// Show when the account signed in before this sign-in; nil if it never did, or that is not known.
  var lastSignInMessage: Signal<Message?> { get }
  /// Show behind it how many attempts have failed since; nil when none did.
  var failuresMessage: Signal<Message?> { get }
  /// Mark these words in the rows.
  var markedWords: Signal<[String]> { get }
  /// Show the details of this row; nil shows the list.
  var details: Signal<ActivityRow?> { get }
  /// Whether there is a search, which Esc clears.
  var isSearching: Signal<Bool> { get }
  /// Empty the search box. The view reports it as a change.
  var searchCleared: Signal<Void> { get }

  /// End: the user left the list and stays signed in.
  var dismissed: Signal<Void> { get }
}

/// The page that is being loaded.
public enum ActivityLoading: Hashable, Sendable {
  /// The first page, of all attempts or of a search.
  case firstPage
  /// A page after those already shown.
  case nextPage
}

/// The list of activity without its view.
public protocol ActivityViewModelType {
  /// The events that the view reports.
  var inputs: any ActivityViewModelInputs { get }
  /// The state that the view shows.
  var outputs: any ActivityViewModelOutputs { get }
}

/// The list of an account's attempts to sign in: searched while the user types, loaded page by page.
public final class ActivityViewModel: ActivityViewModelType, ActivityViewModelOutputs {
  /// The pause in typing after which a search starts.
  public static let pause = Duration.milliseconds(150)

  public let rows: Signal<[ActivityRow]>
  public let loading: Signal<ActivityLoading?>
  public let emptyMessage: Signal<Message?>
  public let errorMessage: Signal<Message?>
  public let canLoadMore: Signal<Bool>
  public let lastSignInMessage: Signal<Message?>
  public let failuresMessage: Signal<Message?>
  public let markedWords: Signal<[String]>
  public let details: Signal<ActivityRow?>
  public let isSearching: Signal<Bool>
  public let searchCleared: Signal<Void>
  public let dismissed: Signal<Void>

  public let inputs: any ActivityViewModelInputs
  public var outputs: any ActivityViewModelOutputs { self }

  /// - Parameters:
  ///   - activity: Reads the activity of the user who is signed in.
  ///   - clock: Tells the current day and the user's time zone.
  ///   - search: Returns the search that a text means in the user's language.
  ///   - scheduler: The clock of all timers.
  public init(
    of activity: any ReadingActivity, clock: any WallClock, search: @escaping (String) -> AttemptSearch,
    on scheduler: any Scheduler
  ) {
    let inputs = Inputs()

    // The list, and the pages it asks for. A newer request cancels the older one; an emptied search asks for no page.
    let searches = inputs.searches.signal.map(search).skipRepeats().shared()
    let list = Signal<ActivityList.Event>.merge(
      inputs.loads.signal.map { .opened },
      searches.filter { $0.isEmpty }.map { .searched($0) },
      searches.debounce(Self.pause, on: scheduler).map { .searched($0) },
      inputs.ends.signal.map { .reachedEnd },
      inputs.refreshes.signal.map { .refreshed }
    ).scan(into: ActivityList()) {
      $0.receive($1)
    } feedback: { list in
      list.map(\.underWay).skipRepeats()
        .flatMapLatest { request async throws(StoreError) -> AttemptPage? in
          guard let request else { return nil }
          return try await activity.page(of: request.search, before: request.start)
        }
        .compactMap { result in
          switch result {
          case .success(let page): page.map { .answered(.success($0)) }
          case .failure(let error): .answered(.failure(error))
          }
        }
    }.held(ActivityList())

    // The rows. Their days are those of the last page, and change at midnight.
    let now = list.map { $0.underWay == nil }.skipRepeats().filter { $0 }.map { _ in }
      .scan(into: clock.local(clock.now())) { now, _ in
        now = clock.local(clock.now())
      } feedback: { now in
        now.flatMapLatest { scheduler.ticks(every: $0.untilMidnight, through: 1).skip(1).map { _ in } }
      }.held(clock.local(clock.now()))
    rows = Signal.combineLatest(list.map(\.attempts).skipRepeats(), now.map(\.date).skipRepeats())
      .map { attempts, today in attempts.map { ActivityRow($0, at: clock.local($0.time), asOf: today) } }
    loading = list.map { list in list.underWay.map { $0.start == nil ? .firstPage : .nextPage } }.skipRepeats()
    emptyMessage =
      list.map { list in list.isEmpty ? list.search.isEmpty ? .noActivity : .nothingFound : nil }.skipRepeats()
    errorMessage = list.map { $0.failure.map(Message.activityUnavailable) }.skipRepeats()
    canLoadMore = list.map(\.canLoadMore).skipRepeats()
    markedWords = list.map(\.search.words).skipRepeats()
    let previous = inputs.loads.signal
      .flatMapLatest { _ async throws(StoreError) in try await activity.previousSignIn() }
      // A failure needs no message: ``errorMessage`` already says why there are no rows.
      .recover { _ in nil }.held(nil)
    lastSignInMessage = previous.map { previous in
      guard let attempt = previous?.attempt else { return nil }
      let time = clock.local(attempt.time)
      let isThisYear = time.date.year == clock.local(clock.now()).date.year
      let place = attempt.source.tty.isEmpty ? attempt.source.host : attempt.source.tty
      return .lastSignIn(time, isThisYear: isThisYear, from: place)
    }.skipRepeats()
    failuresMessage = previous.map { previous in
      guard let previous, previous.failures > 0 else { return nil }
      return previous.attempt == nil ? .failedAttempts(previous.failures) : .failedAttemptsSince(previous.failures)
    }.skipRepeats()

    // The details, and where the list leads.
    let selection = Signal<ActivitySelection.Event>.merge(
      inputs.searches.signal.map { .searched($0) }, inputs.selections.signal.map { .selected($0) },
      inputs.dismissals.signal.map { .dismissed }
    ).scan(into: ActivitySelection()) { $0.receive($1) }.shared()
    details = selection.map(\.row).held(nil)
    isSearching = selection.map(\.isSearching).held(false)
    searchCleared = selection.filter { $0.step == .clear }.map { _ in }
    dismissed = selection.filter { $0.step == .leave }.map { _ in }
    self.inputs = inputs
  }

  private final class Inputs: ActivityViewModelInputs {
    let loads = Relay<Void>()
    func viewDidLoad() { loads.send() }

    let searches = Relay<String>()
    func didChangeSearch(_ text: String) { searches.send(text) }

    let ends = Relay<Void>()
    func didReachEnd() { ends.send() }

    let selections = Relay<ActivityRow>()
    func didSelect(_ row: ActivityRow) { selections.send(row) }

    let refreshes = Relay<Void>()
    func didTapRefresh() { refreshes.send() }

    let dismissals = Relay<Void>()
    func didTapDismiss() { dismissals.send() }
  }
}

/// The row whose details are shown, and the effect of Esc: it closes them, then clears the search, then leaves the list.
private struct ActivitySelection {
  enum Event {
    case searched(String)
    case selected(ActivityRow)
    case dismissed
  }

  enum Step {
    case clear
    case leave
  }

  private(set) var row: ActivityRow?
  private(set) var isSearching = false
  /// What the last event leads to; nil for nothing.
  private(set) var step: Step?

  mutating func receive(_ event: Event) {
    step = nil
    switch event {
    case .searched(let text): isSearching = !text.isEmpty
    case .selected(let row): self.row = row
    case .dismissed where row != nil: row = nil
    case .dismissed: step = isSearching ? .clear : .leave
    }
  }
}
