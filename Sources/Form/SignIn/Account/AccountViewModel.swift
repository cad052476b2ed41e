public import Identity
public import Signals

/// The events of the account page.
public protocol AccountViewModelInputs {
  /// The view loaded and bound its outputs.
  func viewDidLoad()
  /// The user asked for the account as it is now.
  func didTapRefresh()
  /// The user wants to end this session.
  func didTapEndSession(_ row: SessionRow)
  /// The user wants to end all other sessions.
  func didTapEndOtherSessions()
  /// The user wants to turn two-step sign-in on, or to replace it.
  func didTapSecondStep()
  /// The user wants new recovery codes.
  func didTapNewRecoveryCodes()
  /// The user wants to turn two-step sign-in off.
  func didTapTurnOff()
  /// The user wants to add a key.
  func didTapAddKey()
  /// The user wants to remove this key.
  func didTapRemoveKey(_ row: KeyRow)
  /// The user wants to change the password.
  func didTapChangePassword()
  /// The user wants to link a user name to the account, where there are user names.
  func didTapLink()
  /// The user signs out.
  func didTapSignOut()
  /// The user wants to sign in as somebody else.
  func didTapSignInAsAnother()
  /// Enter was pressed on the question.
  func didTapConfirm()
  /// Esc was pressed: answers the question with no, or leaves the page.
  func didTapDismiss()
}

/// The state of the account page, for its view, and where it leads.
public protocol AccountViewModelOutputs {
  /// Show until when the session lasts; nil before that is known.
  var sessionMessage: Signal<Message?> { get }
  /// Show whether two-step sign-in is on, since when, and how many recovery codes are left; nil before that is known.
  var twoStepMessage: Signal<Message?> { get }
  /// Show how old the password is, and the rule for it; nil before that is known.
  var passwordMessage: Signal<Message?> { get }
  /// Show how many other sessions there are; nil before that is known.
  var otherSessionsMessage: Signal<Message?> { get }
  /// Show these other sessions, the latest first.
  var sessions: Signal<[SessionRow]> { get }
  /// Show how many keys there are; nil before that is known, and where there are none to add.
  var keysMessage: Signal<Message?> { get }
  /// Show these keys, the first added first.
  var keys: Signal<[KeyRow]> { get }
  /// Whether two-step sign-in is on, so that it can be turned off. Offer new recovery codes then, too.
  var isTwoStepOn: Signal<Bool> { get }
  /// Offer to change the password, unless it is known that there is none of ours. People whom another system proves have
  /// theirs there.
  var isPasswordOffered: Signal<Bool> { get }
  /// Offer to link a user name.
  var isLinkOffered: Bool { get }
  /// Show why the account failed to load; nil when it loaded.
  var errorMessage: Signal<Message?> { get }
  /// Ask this; nil asks nothing.
  var question: Signal<Message?> { get }

  /// Go to the conversation that makes this change.
  var change: Signal<OwnChange> { get }
  /// Go to the form that changes the password.
  var changePassword: Signal<Void> { get }
  /// Go to the conversation that links a user name.
  var link: Signal<Void> { get }
  /// Go to the form where somebody else signs in.
  var signInAsAnother: Signal<Void> { get }
  /// End: the user left the page and stays signed in.
  var dismissed: Signal<Void> { get }
  /// End: the user signed out.
  var signedOut: Signal<Void> { get }
}

/// The account page without its view.
public protocol AccountViewModelType {
  /// The events that the view reports.
  var inputs: any AccountViewModelInputs { get }
  /// The state that the view shows.
  var outputs: any AccountViewModelOutputs { get }
}

/// The page of the account that the user has signed in to: its session, its second step, its password and its other
/// sessions, each with what can be changed.
public final class AccountViewModel: AccountViewModelType, AccountViewModelOutputs {
  public let sessionMessage: Signal<Message?>
  public let twoStepMessage: Signal<Message?>
  public let passwordMessage: Signal<Message?>
  public let otherSessionsMessage: Signal<Message?>
  public let sessions: Signal<[SessionRow]>
  public let keysMessage: Signal<Message?>
  public let keys: Signal<[KeyRow]>
  public let isTwoStepOn: Signal<Bool>
  public let isPasswordOffered: Signal<Bool>
  public let isLinkOffered: Bool
  public let errorMessage: Signal<Message?>
  public let question: Signal<Message?>
  public let change: Signal<OwnChange>
  public let changePassword: Signal<Void>
  public let link: Signal<Void>
  public let signInAsAnother: Signal<Void>
  public let dismissed: Signal<Void>
  public let signedOut: Signal<Void>

  public let inputs: any AccountViewModelInputs
  public var outputs: any AccountViewModelOutputs { self }

  /// - Parameters:
  ///   - account: The account of the user who is signed in.
  ///   - clock: Tells the current day and the user's time zone.
  public init(of account: OwnAccount, clock: any WallClock) {
    let inputs = Inputs()
    let reading = account.reading
    isLinkOffered = account.link != nil

    // The account as it was read last. A newer reading cancels the older one.
    let readings = Signal.merge(inputs.loads.signal, inputs.refreshes.signal)
      .flatMapLatest { _ async throws(StoreError) in try await reading.overview() }.shared()
    let known = readings.compactMap { try? $0.get() }.map { Optional($0) }.held(nil)
    let keyTaps = inputs.keyTaps.signal.withLatest(from: known)
      .compactMap { _, known in known?.keys.map { $0.count < AccountKey.most } }.shared()
    errorMessage =
      Signal<Message?>.merge(
        readings.map { reading in
          if case .failure(let error) = reading { .accountUnavailable(error) } else { nil }
        },
        keyTaps.map { mayAdd in mayAdd ? nil : .tooManyKeys }
      ).held(nil)
    sessionMessage = known.map { known in
      known.map { $0.session.map { .sessionUntil($0.expires.displayed(by: clock)) } ?? .noSession }
    }
    twoStepMessage = known.map { known in
      known.map { known in
        known.twoStep.map { .twoStepOn(since: $0.since?.displayed(by: clock), codes: $0.recoveryCodes) } ?? .twoStepOff
      }
    }
    passwordMessage = known.map { known in
      known.map { $0.passwordSet.map { .passwordAge(days: $0.days(by: clock)) } ?? .noPassword }
    }
    otherSessionsMessage = known.map { known in known.map { .otherSessions($0.otherCount) } }
    sessions = known.map { known in known?.others.map { SessionRow($0, opened: $0.opened.displayed(by: clock)) } ?? [] }
    keysMessage = known.map { known in known?.keys.map { .keys($0.count) } }
    keys = known.map { known in
      known?.keys?.map { key in
        KeyRow(key, added: key.added.displayed(by: clock), lastUsed: key.lastUsed.map { $0.displayed(by: clock) })
      } ?? []
    }
    isTwoStepOn = known.map { $0?.twoStep != nil }.skipRepeats()
    isPasswordOffered = known.map { known in account.hasPassword && known.map { $0.passwordSet != nil } ?? true }
      .skipRepeats()

    // What cannot be taken back is asked about first.
    let isOn = isTwoStepOn
    let asked = Signal<AccountQuestion.Event>.merge(
      inputs.endings.signal.map { .asked(.endSession($0)) },
      inputs.removals.signal.withLatest(from: known).map { row, known in
        .asked(.removeKey(row, isOnlyFactor: known?.hasOnlyOneKey == true))
      },
      inputs.endingsOfOthers.signal.withLatest(from: known).compactMap { _, known in
        known.flatMap { $0.otherCount > 0 ? .asked(.endOtherSessions($0.otherCount)) : nil }
      },
      inputs.offTaps.signal.withLatest(from: known).compactMap { _, known in
        known.flatMap { $0.twoStep == nil ? nil : .asked(.turnOff(hasKeys: $0.keys?.isEmpty == false)) }
      },
      inputs.confirmations.signal.map { .confirmed },
      inputs.dismissals.signal.map { .dismissed }
    ).scan(into: AccountQuestion()) { $0.receive($1) }.shared()
    question = asked.map { $0.subject?.message }.held(nil)
    change = .merge(
      asked.compactMap { $0.step?.change },
      inputs.secondStepTaps.signal.withLatest(from: isOn).map { _, isOn in .setUpSecondStep(replaces: isOn) },
      keyTaps.filter { $0 }.map { _ in .addKey },
      inputs.codesTaps.signal.withLatest(from: isOn).compactMap { _, isOn in isOn ? .newRecoveryCodes : nil })
    dismissed = asked.filter { $0.step == .leave }.map { _ in }
    changePassword = inputs.changePasswordTaps.signal.withLatest(from: isPasswordOffered).filter { $0.1 }.map { _ in }
    link = inputs.linkTaps.signal.filter { account.link != nil }
    signInAsAnother = inputs.anotherTaps.signal
    signedOut = inputs.signOutTaps.signal
    self.inputs = inputs
  }

  private final class Inputs: AccountViewModelInputs {
    let loads = Relay<Void>()
    func viewDidLoad() { loads.send() }

    let refreshes = Relay<Void>()
    func didTapRefresh() { refreshes.send() }

    let endings = Relay<SessionRow>()
    func didTapEndSession(_ row: SessionRow) { endings.send(row) }

    let endingsOfOthers = Relay<Void>()
    func didTapEndOtherSessions() { endingsOfOthers.send() }

    let secondStepTaps = Relay<Void>()
    func didTapSecondStep() { secondStepTaps.send() }

    let codesTaps = Relay<Void>()
    func didTapNewRecoveryCodes() { codesTaps.send() }

    let offTaps = Relay<Void>()
    func didTapTurnOff() { offTaps.send() }

    let keyTaps = Relay<Void>()
    func didTapAddKey() { keyTaps.send() }

    let removals = Relay<KeyRow>()
    func didTapRemoveKey(_ row: KeyRow) { removals.send(row) }

    let changePasswordTaps = Relay<Void>()
    func didTapChangePassword() { changePasswordTaps.send() }

    let linkTaps = Relay<Void>()
    func didTapLink() { linkTaps.send() }

    let signOutTaps = Relay<Void>()
    func didTapSignOut() { signOutTaps.send() }

    let anotherTaps = Relay<Void>()
    func didTapSignInAsAnother() { anotherTaps.send() }

    let confirmations = Relay<Void>()
    func didTapConfirm() { confirmations.send() }

    let dismissals = Relay<Void>()
    func didTapDismiss() { dismissals.send() }
  }
}

/// The question about a change, and the effect of its answer.
private struct AccountQuestion {
  enum Subject: Equatable {
    case endSession(SessionRow)
    case endOtherSessions(Int)
    case removeKey(KeyRow, isOnlyFactor: Bool)
    case turnOff(hasKeys: Bool)

    var message: Message {
      switch self {
      case .endSession(let row): .endSessionQuestion(place: row.place)
      case .endOtherSessions(let count): .endOtherSessionsQuestion(count)
      case .removeKey(let row, let isOnlyFactor): .removeKeyQuestion(name: row.name, isOnlyFactor: isOnlyFactor)
      case .turnOff(let hasKeys): .turnOffQuestion(hasKeys: hasKeys)
      }
    }

    var change: OwnChange {
      switch self {
      case .endSession(let row): .endSessions(.one(row.id))
      case .endOtherSessions: .endSessions(.all)
      case .removeKey(let row, let isOnlyFactor): .removeKey(row.key, isOnlyFactor: isOnlyFactor)
      case .turnOff: .removeSecondStep
      }
    }
  }

  enum Event {
    case asked(Subject)
    case confirmed
    case dismissed
  }

  enum Step: Equatable {
    case make(OwnChange)
    case leave

    var change: OwnChange? {
      if case .make(let change) = self { change } else { nil }
    }
  }

  private(set) var subject: Subject?
  /// What the last event leads to; nil for nothing.
  private(set) var step: Step?

  mutating func receive(_ event: Event) {
    step = nil
    switch event {
    case .asked(let subject): self.subject = subject
    case .confirmed: step = subject.take().map { .make($0.change) }
    case .dismissed where subject != nil: subject = nil
    case .dismissed: step = .leave
    }
  }
}

extension Timestamp {
  /// The time as the user's clock told it.
  fileprivate func displayed(by clock: any WallClock) -> DisplayTime {
    let (time, now) = (clock.local(self), clock.local(clock.now()))
    return DisplayTime(time: time, isToday: time.date == now.date, isThisYear: time.date.year == now.date.year)
  }

  /// The days from then until today.
  fileprivate func days(by clock: any WallClock) -> Int {
    Int(clamping: max(0, clock.local(clock.now()).date.number - clock.local(self).date.number))
  }
}
