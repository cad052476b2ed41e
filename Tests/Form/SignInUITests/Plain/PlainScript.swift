import Identity
import SignIn
import Signals
import Terminal
import TestSupport

@testable import SignInUI

/// A dialogue without a terminal: lines go in, and the printed text comes out.
final class PlainScript {
  let attempt = ScriptedSignIn()
  let signUp = ScriptedSignUp()
  let changePassword = ScriptedPasswordChange()
  let scheduler = TestScheduler()
  let logins = Property(LoginKind.email)
  let queue = Relay<Int>()
  let emailOfLock = Relay<String>()
  let navigator: Navigator
  let presenter: LinePresenter
  private let paper = Paper()

  init(
    _ scene: Navigator.Scene?, allowsSignUp: Bool = true, idleSeconds: Int? = nil, attempts: Int = 5,
    timing: ValidationTiming = .live, showsHints: Bool = false, memory: (any EmailMemory)? = nil,
    lock: EmailAddress? = nil, heading: FormHeading = FormHeading(), signIn: (any SigningIn)? = nil,
    account: ScriptedAccount? = nil, activity: ScriptedActivity = ScriptedActivity(),
    changing: (any SigningIn)? = nil, clock: ManualClock = ManualClock(), approval: ApprovalProvider? = nil,
    isOnlyProvider: Bool = false, agent: (any KeyAgent)? = nil, link: (any SigningIn)? = nil
  ) {
    var settings = SignInViewModel.Settings()
    settings.attempts = attempts
    settings.lock = lock.map(Login.email)
    settings.form.timing = timing
    settings.form.showsHints = showsHints
    presenter = LinePresenter(on: paper as any LineDevice, heading)
    var accounts = Accounts.sample(
      signIn ?? attempt, signUp: allowsSignUp ? signUp : nil, logins, queue, scheduler)
    accounts.approval = .just(approval)
    accounts.agent = agent
    accounts.emailOfLock = emailOfLock.signal
    if let account {
      account.activity = activity
      accounts.ownAccount = { [changePassword] in
        OwnAccount(
          $0.email, reading: account, changePassword: changePassword, hasPassword: true,
          change: { _ in changing ?? ScriptedSignIn() }, link: link)
      }
    }
    var dependencies = SceneDependencies(accounts, clock: clock, scheduler: scheduler)
    dependencies.settings = settings
    dependencies.memory = memory
    dependencies.idleSeconds = idleSeconds
    dependencies.onlyProvider = { isOnlyProvider ? approval : nil }
    navigator = Navigator(dependencies, presenter)
    if let scene { navigator.transition(to: scene) }
    presenter.settle()
  }

  /// The text printed since the last call.
  func heard() -> [String] {
    defer { paper.lines = [] }
    return paper.lines
  }

  var isEmpty: Bool { paper.lines.isEmpty }
  /// Whether nothing is asked at the moment.
  var isDeaf: Bool { paper.lines.last == "(deaf)" }

  func answer(_ line: String) {
    for scalar in line.unicodeScalars { presenter.handle(.character(scalar)) }
    send(.lineEnd)
  }

  func send(_ event: LineTerminal.Event) {
    presenter.handle(event)
    presenter.settle()
  }

  func refuse() async { await answerAttempt(.refused(blockedFor: nil)) }

  func signIn() async {
    await answerAttempt(.signedIn(SignedIn(email: email("ada@lovelace.example"))))
  }

  /// Answers the running sign-in, and returns when the answer was printed.
  func answerAttempt(_ outcome: SignInOutcome) async {
    let waiting = await attempt.nextAttempt()
    _ = heard()
    attempt.answer(waiting, outcome)
    _ = await eventually {
      presenter.settle()
      return !isEmpty || ending != nil
    }
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
}

final class RememberingMemory: EmailMemory {
  private(set) var email: String?
  private(set) var provider: String?

  init(_ email: String? = nil, provenBy provider: String? = nil) { (self.email, self.provider) = (email, provider) }

  func remember(_ email: String?, provenBy provider: String?) { (self.email, self.provider) = (email, provider) }
}

/// The text printed by a device.
private final class Paper: LineDevice {
  var lines: [String] = []
  func writeLine(_ sentence: String) { lines.append(sentence) }
  func ask(_ prompt: String, echoes: Bool) { lines.append(prompt + (echoes ? "" : "(unseen)")) }
  func ignoreInput() { lines.append("(deaf)") }
}
