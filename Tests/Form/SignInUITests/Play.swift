import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

/// A navigator with scenes drawn on a plain value: keys go in, text comes out.
final class Play {
  let signIn = ScriptedSignIn()
  let signUp = ScriptedSignUp()
  let changePassword = ScriptedPasswordChange()
  let scheduler = TestScheduler()
  let logins = Property(LoginKind.email)
  let queue = Relay<Int>()
  /// Whether people sign in by the approval only.
  let isOnlyProvider: Property<Bool>
  let navigator: Navigator
  let presenter: ScreenPresenter
  private var frame: Frame
  /// The bytes written to the terminal besides the frames.
  private(set) var written: [UInt8] = []
  /// Whether the scene takes the mouse.
  var takesMouse: Bool { presenter.takesMouse }

  init(
    _ scene: Navigator.Scene, columns: Int = 80, rows: Int = 24, allowsSignUp: Bool = true, idleSeconds: Int? = nil,
    settings: SignInViewModel.Settings = .init(), memory: (any EmailMemory)? = nil, glyphs: Glyphs = .unicode,
    theme: Theme = Theme(), hasColours: Bool = true, signIn: (any SigningIn)? = nil,
    activity: ScriptedActivity? = nil, account: ScriptedAccount? = nil, changing: (any SigningIn)? = nil,
    clock: ManualClock = ManualClock(),
    saveCodes: (([String], EmailAddress) -> String?)? = nil, discardCodes: @escaping (String) -> Void = { _ in },
    approval: ApprovalProvider? = nil, isOnlyProvider: Bool = false, agent: (any KeyAgent)? = nil,
    heading: (any Scheduler) -> FormHeading = { _ in FormHeading() }
  ) {
    self.isOnlyProvider = Property(isOnlyProvider)
    frame = Frame(size: Size(columns: columns, rows: rows))
    presenter = ScreenPresenter(Look(theme: theme, glyphs: glyphs, hasColours: hasColours), heading(scheduler))
    var accounts = Accounts.sample(
      signIn ?? self.signIn, signUp: allowsSignUp ? signUp : nil, logins, queue, scheduler)
    accounts.approval = .just(approval)
    accounts.agent = agent
    if let activity {
      let account = account ?? ScriptedAccount(.success(.sample(at: clock.now())))
      account.activity = activity
      accounts.ownAccount = { [changePassword] in
        OwnAccount(
          $0.email, reading: account, changePassword: changePassword, hasPassword: true,
          change: { _ in changing ?? ScriptedSignIn() })
      }
    }
    var dependencies = SceneDependencies(accounts, clock: clock, scheduler: scheduler)
    dependencies.settings = settings
    dependencies.memory = memory
    dependencies.saveCodes = saveCodes
    dependencies.discardCodes = discardCodes
    dependencies.idleSeconds = idleSeconds
    dependencies.onlyProvider = { [isOnlyProvider = self.isOnlyProvider] in isOnlyProvider.value ? approval : nil }
    navigator = Navigator(dependencies, presenter)
    presenter.write = { [unowned self] in written += $0 }
    presenter.resize(to: frame.size)
    navigator.transition(to: scene)
  }

  var screen: String {
    presenter.draw(in: &frame)
    return frame.text
  }

  /// Some rows of the screen, without their common margin.
  func rows(_ range: ClosedRange<Int>) -> String {
    screen.split(separator: "\n", omittingEmptySubsequences: false)[range].joined(separator: "\n").unindented
  }

  var lastRow: String {
    screen.split(separator: "\n").last.map { String($0).unindented } ?? ""
  }

  /// The position of the terminal's cursor.
  var cursor: Position? { drawn.cursor }

  /// Whether the screen shows a readable password.
  var holdsSecret: Bool { drawn.holdsSecret }

  func press(_ codes: Key.Code...) {
    for code in codes { send(.key(Key(code))) }
  }

  /// Passes an event on, and draws, like the end of a turn.
  func send(_ event: Event) {
    presenter.handle(event)
    presenter.draw(in: &frame)
  }

  var drawn: Frame {
    presenter.draw(in: &frame)
    return frame
  }

  func type(_ text: String) {
    for scalar in text.unicodeScalars { send(.key(.character(scalar))) }
  }

  func paste(_ text: String) {
    send(.pasteBegan)
    for scalar in text.unicodeScalars { send(.pasted(scalar)) }
    send(.pasteEnded)
  }

  /// Fills the form for a new account.
  func fillSignUp(_ email: String, _ password: String, again: String) {
    type(email)
    press(.tab)
    type(password)
    press(.tab)
    type(again)
  }

  /// The terminal reports a background that goes with this theme.
  func fit(to background: Backdrop, _ theme: Theme) {
    presenter.theme = { _ in theme }
    presenter.fit(to: background)
  }

  func resize(columns: Int, rows: Int) {
    frame = Frame(size: Size(columns: columns, rows: rows))
    presenter.resize(to: frame.size)
  }

  var ending: String? {
    switch navigator.result {
    case nil: nil
    case .signedIn(let signedIn): "signed in as \(signedIn.email.text)"
    case .signedOut: "signed out"
    case .cancelled: "cancelled"
    case .refused: "refused"
    case .timedOut: "timed out"
    case .unavailable: "unavailable"
    case .noAccounts: "no accounts"
    }
  }

  /// Waits for the effect of an answer. The answer comes from another thread, so this polls.
  func wait(until condition: () -> Bool, at place: SourceLocation = #_sourceLocation) async {
    #expect(await eventually(condition), "This did not happen.", sourceLocation: place)
  }

  // MARK: The sign-in form

  /// The sign-in form with a box to remember the email, and without sign-up.
  static func signIn(
    columns: Int = 80, rows: Int = 24, settings: SignInViewModel.Settings = .init(), glyphs: Glyphs = .unicode
  ) -> Play {
    Play(
      .signIn(email: nil), columns: columns, rows: rows, allowsSignUp: false, settings: settings,
      memory: RememberingMemory(), glyphs: glyphs, theme: theme)
  }

  /// A sign-in form with two valid fields.
  static func filled(settings: SignInViewModel.Settings = .init(), glyphs: Glyphs = .unicode) -> Play {
    let play = signIn(settings: settings, glyphs: glyphs)
    play.type("ada@lovelace.example")
    play.press(.tab)
    play.type("correct horse")
    return play
  }

  /// Answers the running sign-in, and returns when the form has processed it.
  func answer(_ outcome: SignInOutcome) async {
    signIn.answer(await signIn.nextAttempt(), outcome)
    await wait { !screen.contains("Signing in") }
  }

  /// The title of the form.
  var title: String { screen.split(separator: "\n").first.map { String($0).unindented } ?? "" }

  /// Whether the button with this title can be pressed.
  func isEnabled(_ title: String) -> Bool { screen.contains("[  \(title) ⏎  ]") }

  /// One style for each state, so a test can tell them apart.
  static let theme: Theme = {
    var theme = Theme()
    theme[.valid] = Style(foreground: .green)
    theme[.invalid] = Style(foreground: .red)
    theme[.neutral] = Style(foreground: .white)
    theme[.accent] = Style(foreground: .blue)
    return theme
  }()
}

extension String {
  /// The text without the blanks at the start of all its lines.
  var unindented: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let margin = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { $0.dropFirst(margin) }.joined(separator: "\n")
  }
}

extension Accounts {
  /// Accounts with the default rules, in which a test signs in.
  static func sample(
    _ signIn: any SigningIn, signUp: (any SigningUp)?, _ logins: Property<LoginKind>, _ queue: Relay<Int>,
    _ scheduler: TestScheduler
  ) -> Accounts {
    var accounts = Accounts(signIn: signIn, tally: AttemptTally(scheduler: scheduler))
    accounts.signUp = signUp
    accounts.offersSignUp = .just(signUp != nil)
    accounts.logins = logins.signal
    accounts.passwordLength = .just(PasswordPolicy())
    accounts.rules = .just(.sample())
    accounts.queue = queue.signal
    return accounts
  }
}
