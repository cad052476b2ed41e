public import Identity
import Secrets
public import Signals

/// A field of the sign-in form, in form order.
public enum SignInField: FieldName, CaseIterable {
  /// The email address.
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
    /// Whether sign-up is allowed.
    public var offersCreateAccount = false
    /// Whether the box to remember the email starts ticked; nil leaves that to what is remembered.
    public var remembersEmail: Bool?
    /// The reason why an earlier form's sign-in failed; nil for none.
    public var failure: Message?
    /// The form ends after this many refused attempts, at least 1.
    public var attempts = 5
    /// The account that locked the terminal; nil for a form that is no lock. Only this account can sign in then, after
    /// any number of attempts, and nothing else leaves the form.
    public var lock: EmailAddress?

    /// The program's defaults.
    public init() {}
  }

  public let form: FormFlow<SignInField>
  public let isRemembering: Signal<Bool>
  public let isCreateAccountOffered: Signal<Bool>
  public let isLock: Bool

  public var inputs: any SignInViewModelInputs { self }
  public var outputs: any SignInViewModelOutputs { self }

  private let bag = DisposeBag()

  /// - Parameters:
  ///   - signIn: Signs in.
  ///   - passwordLength: The lengths accepted, in characters, once they are known; they may widen while the form is open.
  ///   - faults: The reasons why nobody can sign in, found before anybody asked.
  ///   - memory: Remembers the email; nil if the form does not offer that.
  ///   - tally: The attempts so far, of earlier forms too.
  ///   - settings: Options set by an administrator or on the command line.
  ///   - scheduler: The clock of all timers.
  ///   - routing: Decides what comes after the form. Held weakly.
  public init(
    signIn: any SigningIn, passwordLength: Signal<PasswordPolicy?>, faults: Signal<StoreError> = .merge(),
    memory: (any EmailMemory)?,
    tally: AttemptTally, settings: Settings, scheduler: any Scheduler, routing: any SignInRouting
  ) {
    let submission = Submission(scheduler: scheduler, keepsPasswords: \.keepsPasswords) { (credentials: Credentials) in
      let email = settings.lock ?? credentials.email
      let conversation = signIn.begin(.email(email), credentials.password)
      let step = await conversation.next(.begin)
      // The answer of a cancelled attempt is lost.
      if let outcome = step.outcome, !Task.isCancelled { tally.take(outcome, of: email) }
      return Begun(email: email, conversation: conversation, step: step)
    }
    let ended = submission.answered.compactMap { $0.step.outcome }
    let refused = ended.filter(\.isRefused).map { _ in }
    let events = FormEvents<SignInField>(submission, settings.form, scheduler)
    let email = EmailField(
      .email, events, startingWith: settings.lock?.text ?? settings.form.email ?? memory?.email,
      isFixed: settings.lock != nil, refused: refused)
    let attempts = settings.lock == nil ? settings.attempts : nil
    let password = PasswordField(.password, events, length: passwordLength, refused: refused)
    form = FormFlow(
      events, submission, scheduler, fields: SignInField.allCases,
      field: { name in
        switch name {
        case .email: email
        case .password: password
        }
      },
      content: .combineLatest(email.text, password.text), request: Credentials.init(typed:),
      block: tally.block(of: email.text).map { $0?.message },
      failure: .merge(
        ended.withLatest(from: tally.refusals.signal)
          .map { Self.message(for: $0, refusals: $1, of: attempts) },
        faults.map { .unavailable($0) },
        events.loaded.signal.filter { settings.failure != nil }.map { settings.failure })
    ) { [weak routing] in if settings.lock == nil { routing?.didCancelSignIn() } }
    isLock = settings.lock != nil

    // The remembered email, and routing.
    let isChecked = Property(settings.remembersEmail ?? (memory?.email != nil))
    isRemembering = isChecked.signal
    rememberRelay.signal.withLatest(from: isChecked.signal).map { !$1 }.bind(to: isChecked).disposed(by: bag)
    ended.compactMap(\.signedIn).withLatest(from: isChecked.signal)
      .subscribe { [weak routing] signedIn, isChecked in
        memory?.remember(isChecked ? signedIn.email.text : nil)
        routing?.didSignIn(signedIn)
      }.disposed(by: bag)
    submission.answered.withLatest(from: isChecked.signal)
      .subscribe { [weak routing] begun, isChecked in
        guard let step = begun.step.open else { return }
        let conversation = Conversation(
          begun.conversation, email: begun.email, for: .signIn(remembersEmail: isChecked))
        routing?.didMeet(step, in: conversation.going(on: step))
      }.disposed(by: bag)
    tally.refusals.signal.filter { refusals in attempts.map { refusals >= $0 } ?? false }
      .subscribe { [weak routing] _ in routing?.didUseUpAttempts() }.disposed(by: bag)
    isCreateAccountOffered = .just(settings.offersCreateAccount)
    createAccountRelay.signal.withLatest(from: .combineLatest(email.text, submission.isUnderWay.signal))
      .compactMap { settings.offersCreateAccount && !$1.1 ? $1.0 : nil }
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
  private static func message(for outcome: SignInOutcome, refusals: Int, of attempts: Int?) -> Message? {
    switch outcome {
    case .signedIn, .changed, .taken, .throttled, .cancelled, .passwordLength: nil
    case .refused:
      attempts.flatMap { refusals >= 2 && refusals < $0 ? .refused(attemptsLeft: $0 - refusals) : nil }
        ?? .wrongEmailOrPassword
    case .disabled: .attemptsDisabled
    case .unavailable(let error): .unavailable(error)
    case .secondStepMissing: .secondStepMissing
    case .unanswered: .furtherStep
    }
  }
}

/// A sign-in after its first step.
private struct Begun {
  let email: EmailAddress
  let conversation: any SigningInUnderWay
  let step: SignInStep

  /// Whether the passwords typed may stay.
  var keepsPasswords: Bool { step.outcome?.keepsPasswords == true }
}

extension SignInOutcome {
  fileprivate var isRefused: Bool {
    if case .refused = self { true } else { false }
  }

  /// Whether the passwords typed may stay: while attempts are blocked, and while the user corrects a length.
  fileprivate var keepsPasswords: Bool {
    switch self {
    case .refused(let seconds): seconds != nil
    case .throttled, .passwordLength: true
    case .signedIn, .disabled, .unavailable, .secondStepMissing, .changed, .taken, .unanswered, .cancelled: false
    }
  }
}
