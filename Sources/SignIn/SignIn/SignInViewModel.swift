public import Identity
import Secrets
public import Signals

/// A field of the sign-in form, in form order.
public enum SignInField: FieldName, CaseIterable {
  /// The email address, or the user name.
  case email
  /// The password.
  case password
}

/// The events of the sign-in form, besides those of every form.
public protocol SignInViewModelInputs: FormInputs<SignInField> {
  /// `Remember my email` was checked or cleared.
  func rememberTapped()
  /// `Create account` was chosen.
  func createAccountTapped()
}

/// The state of the sign-in form, besides that of every form.
public protocol SignInViewModelOutputs: FormOutputs<SignInField> {
  /// Check or clear `Remember my email`.
  var isRemembering: Signal<Bool> { get }
  /// Ask for these logins in the first field.
  var logins: Signal<LoginKind> { get }
  /// Offer `Create account`, or not.
  var isCreateAccountOffered: Signal<Bool> { get }
  /// Show the form as a lock: without the keys that leave it.
  var isLock: Bool { get }
}

/// The sign-in form without its view.
public protocol SignInViewModelType {
  /// The events that the view reports.
  var inputs: any SignInViewModelInputs { get }
  /// The state that the view shows.
  var outputs: any SignInViewModelOutputs { get }
}

/// The sign-in form: validates while the user types, signs in, and says why a sign-in failed.
public final class SignInViewModel: FormViewModel, SignInViewModelType, SignInViewModelInputs, SignInViewModelOutputs {
  /// Options set by an administrator or on the command line.
  public struct Settings: Sendable {
    /// The options of every form. An email here takes precedence over a remembered one.
    public var form = FormSettings()
    /// The login that the form starts with if there is no other; nil for none.
    public var ownName: String?
    /// Whether the box to remember the email starts ticked; nil leaves that to what is remembered.
    public var remembersEmail: Bool?
    /// The reason why an earlier form's sign-in failed; nil for none.
    public var failure: Message?
    /// The form ends after this many refused attempts, at least 1; a lock does not.
    public var attempts = 5
    /// The account that locked the terminal; nil for a form that is no lock. Only this account can sign in then, after
    /// any number of attempts, and nothing else leaves the form.
    public var lock: Login?

    /// The number of refused attempts that ends the form; nil if none does.
    public var attemptLimit: Int? { lock == nil ? attempts : nil }

    /// The program's defaults.
    public init() {}
  }

  public let form: FormFlow<SignInField>
  public let isRemembering: Signal<Bool>
  public let logins: Signal<LoginKind>
  public let isCreateAccountOffered: Signal<Bool>
  public let isLock: Bool

  public var inputs: any SignInViewModelInputs { self }
  public var outputs: any SignInViewModelOutputs { self }

  private let bag = DisposeBag()

  /// - Parameters:
  ///   - signIn: Signs in.
  ///   - passwordLength: The lengths accepted, in characters, once they are known; they may widen while the form is open.
  ///   - faults: The reasons why nobody can sign in, found before anybody asked.
  ///   - logins: The logins that are taken, which may become known while the form is open.
  ///   - offersCreateAccount: Whether the form leads to the one for a new account.
  ///   - queue: The place in a queue that a submission gets.
  ///   - memory: Remembers the login; nil if the form does not offer that.
  ///   - tally: The attempts so far, of earlier forms too.
  ///   - settings: Options set by an administrator or on the command line.
  ///   - scheduler: The clock of all timers.
  ///   - routing: Decides what comes after the form. Held weakly.
  public init(
    signIn: any SigningIn, passwordLength: Signal<PasswordPolicy?>, faults: Signal<StoreError> = .merge(),
    logins: Signal<LoginKind> = .just(.email), offersCreateAccount: Signal<Bool> = .just(false),
    queue: Signal<Int> = .merge(), memory: (any EmailMemory)?,
    tally: AttemptTally, settings: Settings, scheduler: any Scheduler, routing: any SignInRouting
  ) {
    let isLock = settings.lock != nil
    let logins = (settings.lock.map { .just($0.kind) } ?? logins).skipRepeats()
    let submission = Submission(scheduler: scheduler, queue: queue, keepsPasswords: \.keepsPasswords) {
      (credentials: Credentials) in
      let login = settings.lock ?? credentials.login
      let conversation = signIn.begin(login, credentials.password)
      let step = await conversation.next(.begin)
      // The answer of a cancelled attempt is lost.
      if let outcome = step.outcome, !Task.isCancelled {
        tally.take(outcome, of: login, cause: isLock ? .wrongPassword : nil)
      }
      return Begun(login: login, conversation: conversation, step: step)
    }
    let ended = submission.answered.compactMap { $0.step.outcome }
    let refused = ended.filter(\.isRefused).map { _ in }
    let events = FormEvents<SignInField>(submission, settings.form, scheduler)
    let login = LoginField(
      .email, events,
      startingWith: settings.lock?.text ?? settings.form.email ?? memory?.email ?? settings.ownName,
      isFixed: isLock, logins: logins, refused: refused)
    let length = Signal.combineLatest(passwordLength, login.entry.map(\.isName).skipRepeats())
      .map { $1 ? .any : $0 }
    let attempts = settings.attemptLimit
    let password = PasswordField(.password, events, length: length, refused: refused)
    form = FormFlow(
      events, submission, scheduler, fields: SignInField.allCases,
      field: { name in
        switch name {
        case .email: login
        case .password: password
        }
      },
      content: .combineLatest(login.entry, password.text),
      request: { (entry, password) throws(PasswordError) in try Credentials(entry.login, password) },
      block: tally.block(of: login.entry.map(\.login)).map { $0?.message },
      failure: .merge(
        submission.answered.filter { $0.step.outcome != nil }.withLatest(from: tally.refusals.signal)
          .map { isLock && $0.isRefused ? .wrongPassword : Self.message(for: $0, refusals: $1, of: attempts) },
        faults.map { .unavailable($0) },
        events.loaded.signal.filter { settings.failure != nil }.map { settings.failure })
    ) { [weak routing] in if !isLock { routing?.didCancelSignIn() } }
    self.isLock = isLock
    self.logins = logins

    // The remembered email, and routing.
    let isChecked = Property(settings.remembersEmail ?? (memory?.email != nil))
    isRemembering = isChecked.signal
    rememberRelay.signal.withLatest(from: isChecked.signal).map { !$1 }.bind(to: isChecked).disposed(by: bag)
    ended.compactMap(\.signedIn).withLatest(from: isChecked.signal)
      .subscribe { [weak routing] signedIn, isChecked in
        memory?.remember(isChecked ? signedIn.login.text : nil)
        routing?.didSignIn(signedIn)
      }.disposed(by: bag)
    submission.answered.withLatest(from: isChecked.signal)
      .subscribe { [weak routing] begun, isChecked in
        guard let step = begun.step.open else { return }
        let conversation = Conversation(
          begun.conversation, of: begun.login,
          for: isLock ? .unlock : .signIn(remembersEmail: isChecked))
        routing?.didMeet(step, in: conversation.going(on: step))
      }.disposed(by: bag)
    tally.refusals.signal.filter { refusals in attempts.map { refusals >= $0 } ?? false }
      .subscribe { [weak routing] _ in routing?.didUseUpAttempts() }.disposed(by: bag)
    isCreateAccountOffered = Signal.combineLatest(offersCreateAccount, logins).map { $0 && $1.takesEmails }
      .skipRepeats()
    createAccountRelay.signal
      .withLatest(from: .combineLatest(login.text, submission.isUnderWay.signal, isCreateAccountOffered))
      .compactMap { _, now in now.2 && !now.1 ? now.0 : nil }
      .subscribe { [weak routing] email in routing?.didAskToCreateAccount(email: email) }.disposed(by: bag)
  }

  // MARK: Inputs

  private let rememberRelay = Relay<Void>()
  public func rememberTapped() {
    rememberRelay.send()
  }

  private let createAccountRelay = Relay<Void>()
  public func createAccountTapped() {
    createAccountRelay.send()
  }

  // MARK: Rules

  /// The message that stays once a block is over. The first refusal says nothing of attempts: most people mistype once.
  private static func message(for begun: Begun, refusals: Int, of attempts: Int?) -> Message? {
    switch begun.step.outcome {
    case nil, .signedIn, .changed, .taken, .throttled, .cancelled, .passwordLength: nil
    case .refused:
      attempts.flatMap {
        refusals >= 2 && refusals < $0
          ? .refused(attemptsLeft: $0 - refusals, BlockCause(refusalOf: begun.login)) : nil
      } ?? (begun.login.kind == .email ? .wrongEmailOrPassword : .wrongUserNameOrPassword)
    case .disabled: .attemptsDisabled
    case .unavailable(let error): .unavailable(error)
    case .secondStepMissing: .secondStepMissing
    case .unanswered: .furtherStep
    }
  }
}

/// A sign-in after its first step.
private struct Begun {
  let login: Login
  let conversation: any SigningInUnderWay
  let step: SignInStep

  var isRefused: Bool { step.outcome?.isRefused == true }
  /// Whether the passwords typed may stay.
  var keepsPasswords: Bool { step.outcome?.keepsPasswords == true }
}

extension SignInOutcome {
  fileprivate var isRefused: Bool {
    if case .refused = self { true } else { false }
  }

  /// Whether the passwords typed may stay: while attempts are blocked, while the user corrects a length, and while no
  /// service takes them.
  fileprivate var keepsPasswords: Bool {
    switch self {
    case .refused(let seconds): seconds != nil
    case .throttled, .passwordLength, .unavailable(.service), .unavailable(.keeper(.busy)): true
    case .signedIn, .disabled, .unavailable, .secondStepMissing, .changed, .taken, .unanswered, .cancelled: false
    }
  }
}
