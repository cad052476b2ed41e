public import Identity
public import Signals

/// The events of the list of activity.
public protocol ActivityViewModelInputs {
  /// The view loaded and bound its outputs.
  func viewDidLoad()
  /// The text in the search box changed.
  func searchDidChange(_ text: String)
  /// The selection came near the end of the rows.
  func didReachEnd()
  /// Enter was pressed on this row.
  func didSelect(_ row: ActivityRow)
  /// The user asked for the newest rows, or again for the page that failed.
  func refreshTapped()
  /// Esc was pressed: closes the details, or leaves the list.
  func dismissTapped()
  /// F4 was pressed: opens the form that changes the password.
  func changePasswordTapped()
  /// F6 was pressed: sets up two-step sign-in.
  func secondStepTapped()
  /// F7 was pressed: links a user name to the account, where there are user names.
  func linkTapped()
  /// F10 was pressed: signs out.
  func signOutTapped()
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
  /// Offer to link a user name.
  var isLinkOffered: Bool { get }
  /// Show the details of this row; nil shows the list.
  var details: Signal<ActivityRow?> { get }
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
public final class ActivityViewModel: ActivityViewModelType, ActivityViewModelInputs, ActivityViewModelOutputs {
  public let rows: Signal<[ActivityRow]>
  public let loading: Signal<ActivityLoading?>
  public let emptyMessage: Signal<Message?>
  public let errorMessage: Signal<Message?>
  public let canLoadMore: Signal<Bool>
  public let lastSignInMessage: Signal<Message?>
  public let failuresMessage: Signal<Message?>
  public let markedWords: Signal<[String]>
  public let details: Signal<ActivityRow?>
  public let isLinkOffered: Bool

  public var inputs: any ActivityViewModelInputs { self }
  public var outputs: any ActivityViewModelOutputs { self }

  private let bag = DisposeBag()

  /// - Parameters:
  ///   - activity: Reads the pages.
  ///   - clock: Tells the current day and the user's time zone.
  ///   - name: Returns an outcome's name on the screen, so that a search can find it.
  ///   - debounce: The pause in typing after which a search starts.
  ///   - isLinkOffered: Whether there are user names to link.
  ///   - scheduler: The clock of all timers.
  ///   - routing: Decides what comes after the list. Held weakly.
  public init(
    activity: any ReadingActivity, clock: any WallClock,
    naming name: @escaping (AttemptOutcome) -> String = \.rawValue, debounce: Duration = .milliseconds(150),
    isLinkOffered: Bool = false, scheduler: any Scheduler, routing: any ActivityRouting
  ) {
    self.isLinkOffered = isLinkOffered
    // The list, and the pages it asks for. A newer request cancels the older one; an emptied search asks for no page.
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

    // The outputs made from the list.
    let midnight = Relay<Void>()
    let now = Signal.merge(answered.signal.map { _ in }, midnight.signal)
      .map { clock.local(clock.now()) }.hold(clock.local(clock.now()))
    now.signal.flatMapLatest { scheduler.ticks(every: $0.untilMidnight, through: 1) }
      .filter { $0 == 1 }.map { _ in }.bind(to: midnight).disposed(by: bag)
    rows = Signal.combineLatest(
      list.signal.map(\.attempts).skipRepeats(), now.signal.map(\.date).skipRepeats()
    ).map { attempts, today in attempts.map { ActivityRow($0, at: clock.local($0.time), asOf: today) } }
    loading = list.signal.map { list in list.underWay.map { $0.start == nil ? .firstPage : .nextPage } }.skipRepeats()
    emptyMessage =
      list.signal.map { list in list.isEmpty ? list.search.isEmpty ? .noActivity : .nothingFound : nil }.skipRepeats()
    errorMessage = list.signal.map { $0.failure.map(Message.activityUnavailable) }.skipRepeats()
    canLoadMore = list.signal.map(\.canLoadMore).skipRepeats()
    markedWords = list.signal.map(\.search.words).skipRepeats()
    let previous = viewDidLoadRelay.signal
      .flatMapLatest { _ async throws(StoreError) in try await activity.previousSignIn() }
      // A failure needs no message: ``errorMessage`` already says why there are no rows.
      .recover { _ in nil }.hold(nil).signal
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

    // Details and routing.
    let selected = Property<ActivityRow?>(nil)
    details = selected.signal
    selectRelay.signal.map { $0 }.bind(to: selected).disposed(by: bag)
    dismissRelay.signal.withLatest(from: selected.signal)
      .subscribe { [weak routing] _, row in
        if row == nil { routing?.didLeaveActivity() } else { selected.send(nil) }
      }.disposed(by: bag)
    changePasswordRelay.signal.subscribe { [weak routing] in routing?.didAskToChangePassword() }.disposed(by: bag)
    secondStepRelay.signal.subscribe { [weak routing] in routing?.didAskToSetUpSecondStep() }.disposed(by: bag)
    linkRelay.signal.subscribe { [weak routing] in if isLinkOffered { routing?.didAskToLink() } }.disposed(by: bag)
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

  private let linkRelay = Relay<Void>()
  public func linkTapped() {
    linkRelay.send()
  }

  private let secondStepRelay = Relay<Void>()
  public func secondStepTapped() {
    secondStepRelay.send()
  }

  private let signOutRelay = Relay<Void>()
  public func signOutTapped() {
    signOutRelay.send()
  }
}
