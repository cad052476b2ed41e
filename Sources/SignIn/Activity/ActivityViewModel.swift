public import Identity
public import Signals

/// What happens at the list of activity.
public protocol ActivityViewModelInputs {
  /// The view is there and its outputs are bound.
  func viewDidLoad()
  /// The search box holds this now.
  func searchDidChange(_ text: String)
  /// The selection nears the end of the rows.
  func didReachEnd()
  /// Enter was pressed on this row.
  func didSelect(_ row: ActivityRow)
  /// The newest rows are wanted, or once more the page that failed.
  func refreshTapped()
  /// Esc was pressed: closes the details, else leaves.
  func dismissTapped()
  /// F4 was pressed: for another password.
  func changePasswordTapped()
  /// F10 was pressed.
  func signOutTapped()
}

/// What the list of activity shows.
public protocol ActivityViewModelOutputs {
  /// The rows, newest first. They stay while others are loaded.
  var rows: Signal<[ActivityRow]> { get }
  /// What is being loaded, nil when nothing is.
  var loading: Signal<ActivityLoading?> { get }
  /// Why there are no rows, nil where there are or may come some.
  var emptyMessage: Signal<Message?> { get }
  /// Why rows did not come, nil when they did.
  var errorMessage: Signal<Message?> { get }
  /// Whether there may be rows behind the last one.
  var canLoadMore: Signal<Bool> { get }
  /// What somebody should know about attempts that failed, nil when none did.
  var failuresMessage: Signal<Message?> { get }
  /// The words to mark in the rows.
  var markedWords: Signal<[String]> { get }
  /// The row whose details are shown, nil for the list.
  var details: Signal<ActivityRow?> { get }
}

/// What is being loaded.
public enum ActivityLoading: Hashable, Sendable {
  /// The first page, of everything or of a search.
  case firstPage
  /// A page behind those that are shown.
  case nextPage
}

/// The list of activity without its looks.
public protocol ActivityViewModelType {
  /// What happens.
  var inputs: any ActivityViewModelInputs { get }
  /// What is shown.
  var outputs: any ActivityViewModelOutputs { get }
}

/// The list of somebody's attempts at signing in: searched while they type, loaded page by page.
public final class ActivityViewModel: ActivityViewModelType, ActivityViewModelInputs, ActivityViewModelOutputs {
  public let rows: Signal<[ActivityRow]>
  public let loading: Signal<ActivityLoading?>
  public let emptyMessage: Signal<Message?>
  public let errorMessage: Signal<Message?>
  public let canLoadMore: Signal<Bool>
  public let failuresMessage: Signal<Message?>
  public let markedWords: Signal<[String]>
  public let details: Signal<ActivityRow?>

  public var inputs: any ActivityViewModelInputs { self }
  public var outputs: any ActivityViewModelOutputs { self }

  private let bag = DisposeBag()

  /// - Parameters:
  ///   - activity: Where pages come from.
  ///   - clock: Now, for times that are told as how long ago they were.
  ///   - name: What an outcome is called on the screen, so that a search finds it by that.
  ///   - debounce: How long somebody has to pause in typing before a search starts.
  ///   - scheduler: Time.
  ///   - routing: Where the way leads from here. Held weakly.
  public init(
    activity: any ReadingActivity, clock: any WallClock,
    naming name: @escaping (AttemptOutcome) -> String = \.rawValue, debounce: Duration = .milliseconds(150),
    scheduler: any Scheduler, routing: any ActivityRouting
  ) {
    // The list, and the pages it asks for. A newer request cancels the older; an emptied search asks for nothing.
    let answered = Relay<Result<AttemptPage, StoreError>>()
    let searches = searchRelay.signal.map { AttemptSearch($0, naming: name) }.skipRepeats()
    let list = Signal<ActivityList.Event>.merge(
      viewDidLoadRelay.signal.map { .opened },
      searches.filter { $0.isEmpty }.map { .searched($0) },
      searches.debounce(debounce, on: scheduler).map { .searched($0) },
      endRelay.signal.map { .reachedEnd },
      refreshRelay.signal.map { .refreshed },
      answered.signal.map { .answered($0) }
    ).scan(ActivityList()) { list, event in
      var next = list
      next.receive(event)
      return next
    }.hold(ActivityList())
    list.signal.map(\.underWay).skipRepeats()
      .flatMapLatest { request async throws(StoreError) -> AttemptPage? in
        guard let request else { return nil }
        return try await activity.page(of: request.search, before: request.start)
      }
      .compactMap { result in
        switch result {
        case .success(let page): page.map { .success($0) }
        case .failure(let error): .failure(error)
        }
      }
      .bind(to: answered).disposed(by: bag)

    // What is shown of it.
    rows = list.signal.map(\.attempts).skipRepeats().map { attempts in
      let now = clock.now()
      return attempts.map { ActivityRow($0, now: now) }
    }
    loading = list.signal.map { list in list.underWay.map { $0.start == nil ? .firstPage : .nextPage } }.skipRepeats()
    emptyMessage =
      list.signal.map { list in list.isEmpty ? list.search.isEmpty ? .noActivity : .nothingFound : nil }.skipRepeats()
    errorMessage = list.signal.map { $0.failure.map(Message.activityUnavailable) }.skipRepeats()
    canLoadMore = list.signal.map(\.canLoadMore).skipRepeats()
    markedWords = list.signal.map(\.search.words).skipRepeats()
    failuresMessage = viewDidLoadRelay.signal
      .flatMapLatest { _ async throws(StoreError) in try await activity.failuresBetweenSignIns() }
      // That it cannot be counted is no news to somebody who sees why there are no rows.
      .recover { _ in 0 }.map { $0 > 0 ? .failedAttempts($0) : nil }

    // Details, and where the way leads.
    let selected = Property<ActivityRow?>(nil)
    details = selected.signal
    selectRelay.signal.map { $0 }.bind(to: selected).disposed(by: bag)
    dismissRelay.signal.withLatest(from: selected.signal)
      .subscribe { [weak routing] _, row in
        if row == nil { routing?.didLeaveActivity() } else { selected.send(nil) }
      }.disposed(by: bag)
    changePasswordRelay.signal.subscribe { [weak routing] in routing?.didAskToChangePassword() }.disposed(by: bag)
    signOutRelay.signal.subscribe { [weak routing] in routing?.didSignOut() }.disposed(by: bag)
  }

  // MARK: Inputs

  private let viewDidLoadRelay = Relay<Void>()
  public func viewDidLoad() {
    viewDidLoadRelay.send()
  }

  private let searchRelay = Relay<String>()
  public func searchDidChange(_ text: String) {
    searchRelay.send(text)
  }

  private let endRelay = Relay<Void>()
  public func didReachEnd() {
    endRelay.send()
  }

  private let selectRelay = Relay<ActivityRow>()
  public func didSelect(_ row: ActivityRow) {
    selectRelay.send(row)
  }

  private let refreshRelay = Relay<Void>()
  public func refreshTapped() {
    refreshRelay.send()
  }

  private let dismissRelay = Relay<Void>()
  public func dismissTapped() {
    dismissRelay.send()
  }

  private let changePasswordRelay = Relay<Void>()
  public func changePasswordTapped() {
    changePasswordRelay.send()
  }

  private let signOutRelay = Relay<Void>()
  public func signOutTapped() {
    signOutRelay.send()
  }
}
