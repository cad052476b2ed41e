public import Identity
public import Secrets
public import Signals

/// A field of the form for a new account, in the order of the form.
public enum SignUpField: CaseIterable, Hashable, Sendable {
  /// The email address.
  case email
  /// The password.
  case password
  /// The password once more.
  case repeatedPassword
}

/// What happens at the form for a new account.
public protocol SignUpViewModelInputs {
  /// The view is there and its outputs are bound.
  func viewDidLoad()
  /// The email field holds this now.
  func didChange(email: String)
  /// The password field holds this now. The same text each time, lent until the form goes.
  func didChange(password: GuardedText)
  /// The field for the password once more holds this now. Lent likewise.
  func didChange(repeatedPassword: GuardedText)
  /// The focus left this field.
  func didLeave(_ field: SignUpField)
  /// The email that is suggested was taken.
  func suggestionAccepted()
  /// Enter was pressed in this field.
  func returnTapped(in field: SignUpField)
  /// The button was pressed.
  func submitTapped()
  /// F2 was pressed: to read the passwords, or to hide them again.
  func revealTapped()
  /// The program is about to be stopped, or to end.
  func willSuspend()
  /// Caps Lock went on or off; told only where that can be known.
  func capsLockChanged(isOn: Bool)
  /// Esc was pressed: cancels a sign-up under way, else the form.
  func cancelTapped()
}

/// What the form for a new account shows.
public protocol SignUpViewModelOutputs {
  /// Put this text into the email field. The field feeds it back as a change.
  var emailText: Signal<String> { get }
  /// The look of the email field.
  var emailStatus: Signal<FieldStatus> { get }
  /// The message under the email field, nil for none.
  var emailMessage: Signal<Message?> { get }
  /// The email that was probably meant, to be taken with one key; nil for none. Never while there is a message.
  var suggestion: Signal<String?> { get }
  /// Put this text into the email field, as a change that can be taken back. The field feeds it back.
  var emailCorrection: Signal<String> { get }
  /// The look of the password field.
  var passwordStatus: Signal<FieldStatus> { get }
  /// The message under the password field, nil for none.
  var passwordMessage: Signal<Message?> { get }
  /// How hard the password is to guess, nil while there is none.
  var passwordStrength: Signal<PasswordStrength?> { get }
  /// What whoever types blindly should know while there is no message, nil for nothing.
  var passwordNote: Signal<Message?> { get }
  /// Whether the passwords can be read: for 5 s, and not once the focus has moved or the form was submitted.
  var arePasswordsShown: Signal<Bool> { get }
  /// The look of the field for the password once more.
  var repeatedPasswordStatus: Signal<FieldStatus> { get }
  /// The message under the field for the password once more, nil for none.
  var repeatedPasswordMessage: Signal<Message?> { get }
  /// Empty both password fields.
  var passwordsCleared: Signal<Void> { get }
  /// Give this field the focus.
  var focus: Signal<SignUpField> { get }
  /// Whether the button can be pressed.
  var isSubmitEnabled: Signal<Bool> { get }
  /// How long the sign-up under way has been so; nil when none is. Keys are discarded meanwhile.
  var progress: Signal<SignInProgress?> { get }
  /// The message of the whole form, why there is no account yet; nil for none.
  var formMessage: Signal<Message?> { get }
}

/// The form for a new account without its looks.
public protocol SignUpViewModelType {
  /// What happens.
  var inputs: any SignUpViewModelInputs { get }
  /// What is shown.
  var outputs: any SignUpViewModelOutputs { get }
}

/// The form for a new account: validates while somebody types, makes the account, ends signed in.
public final class SignUpViewModel: SignUpViewModelType, SignUpViewModelInputs, SignUpViewModelOutputs {
  /// What an administrator or a command line decides.
  public struct Settings: Sendable {
    /// The email that the form starts with.
    public var email: String?
    /// When errors are shown.
    public var timing = ValidationTiming.live
    /// Whether a valid field says so in words.
    public var showsHints = false
    /// Whether another mail domain is suggested for one that looks mistyped.
    public var suggestsDomains = true

    /// The defaults of the program.
    public init() {}
  }

  public let emailText: Signal<String>
  public let emailStatus: Signal<FieldStatus>
  public let emailMessage: Signal<Message?>
  public let suggestion: Signal<String?>
  public let emailCorrection: Signal<String>
  public let passwordStatus: Signal<FieldStatus>
  public let passwordMessage: Signal<Message?>
  public let passwordStrength: Signal<PasswordStrength?>
  public let passwordNote: Signal<Message?>
  public let arePasswordsShown: Signal<Bool>
  public let repeatedPasswordStatus: Signal<FieldStatus>
  public let repeatedPasswordMessage: Signal<Message?>
  public let passwordsCleared: Signal<Void>
  public let focus: Signal<SignUpField>
  public let isSubmitEnabled: Signal<Bool>
  public let progress: Signal<SignInProgress?>
  public let formMessage: Signal<Message?>

  public var inputs: any SignUpViewModelInputs { self }
  public var outputs: any SignUpViewModelOutputs { self }

  private let reveal: PasswordReveal
  private let bag = DisposeBag()

  /// - Parameters:
  ///   - signUp: Makes the account and signs in.
  ///   - rules: What the password has to be.
  ///   - settings: What an administrator or a command line decides.
  ///   - scheduler: Time.
  ///   - routing: Where the way leads from here. Held weakly.
  public init(
    signUp: any SigningUp, rules: NewPasswordRules, settings: Settings, scheduler: any Scheduler,
    routing: any SignUpRouting
  ) {
    let submission = Submission(scheduler: scheduler) { (credentials: Credentials) in
      await signUp.signUp(credentials.email, credentials.password)
    }

    // Validity.
    let submitted = submitRelay.signal
    let email = emailRelay.signal.map { FieldValidation.Event.changed(email: $0) }
      .validation(left: leaveRelay.signal.only(.email), submitted: submitted, settings.timing)
    let new = NewPasswordFields(
      .init(text: passwordRelay.signal, left: leaveRelay.signal.only(.password)),
      again: .init(text: repeatRelay.signal, left: leaveRelay.signal.only(.repeatedPassword)),
      email: emailRelay.signal.startWith(""),
      rules: rules, submitted: submitted, ended: submission.ended, timing: settings.timing,
      showsHints: settings.showsHints)
    emailStatus = email.signal.map(\.status).skipRepeats()
    passwordStatus = new.password.signal.map(\.status).skipRepeats()
    repeatedPasswordStatus = new.repetition.signal.map(\.status).skipRepeats()
    suggestion =
      settings.suggestsDomains ? emailRelay.signal.suggestion(left: leaveRelay.signal.only(.email)).signal : .just(nil)
    emailCorrection = acceptRelay.signal.withLatest(from: suggestion).compactMap { $1 }
    emailMessage = Signal.combineLatest(emailStatus, suggestion).map { status, suggestion in
      status.message(
        error: .emailNotValid, hint: settings.showsHints && suggestion == nil ? .emailValid : nil)
    }.skipRepeats()
    passwordMessage = new.passwordMessage
    passwordStrength = new.strength
    repeatedPasswordMessage = new.repetitionMessage

    // What of the passwords is seen.
    passwordNote = passwordRelay.signal.note(isCapsLockOn: capsLockRelay.signal.hold(false).signal)
    reveal = PasswordReveal(
      asked: revealRelay.signal,
      hidden: .merge(
        leaveRelay.signal.map { _ in }, submission.started, submission.ended, suspendRelay.signal, cancelRelay.signal),
      scheduler: scheduler)
    arePasswordsShown = reveal.isShown.signal

    // Where Enter and the button lead: to what is in the way, or on.
    let fields = Signal.combineLatest([email.signal, new.password.signal, new.repetition.signal])
    let form = Signal.combineLatest(fields, submission.isUnderWay.signal).map(FormState<SignUpField>.init)
    isSubmitEnabled = form.map(\.isSubmittable).skipRepeats()
    let steps = form.steps(returned: returnRelay.signal, submitted: submitted)
    let prefill = viewDidLoadRelay.signal.map { settings.email ?? "" }
    emailText = prefill.filter { !$0.isEmpty }
    passwordsCleared = submission.ended
    focus = .merge(
      prefill.map { $0.isEmpty ? .email : .password }, steps.compactMap(\.field),
      submission.ended.map { .password }, submission.answered.filter(Self.isEmailTaken).map { _ in .email })

    // A try, and why there is no account yet.
    steps.filter { $0 == .submit }
      .withLatest(from: .combineLatest(emailRelay.signal, passwordRelay.signal))
      .subscribe { _, fields in submission.start { () throws(PasswordError) in try Credentials(fields.0, fields.1) } }
      .disposed(by: bag)
    progress = submission.progress
    let typed: Signal<Void> = .merge(
      emailRelay.signal.map { _ in },
      Signal.merge(passwordRelay.signal, repeatRelay.signal).filter { !$0.isEmpty }.map { _ in })
    formMessage = Signal<Message?>.merge(
      submission.answered.map(Self.message(for:)), submission.unusable.map { .passwordUnusable($0) },
      submission.started.map { nil }
    ).shown(until: typed, scheduler)

    // Where the way leads.
    submission.answered.compactMap { if case .added(let outcome) = $0 { outcome } else { nil } }
      .withLatest(from: emailRelay.signal)
      .subscribe { [weak routing] outcome, email in
        if case .signedIn(let signedIn) = outcome {
          routing?.didSignUp(signedIn)
        } else if let email = EmailAddress(email) {
          routing?.didCreateAccount(email)
        }
      }.disposed(by: bag)
    cancelRelay.signal.withLatest(from: submission.isUnderWay.signal)
      .subscribe { [weak routing] _, isSigningUp in
        if isSigningUp { submission.abandon() } else { routing?.didCancelSignUp() }
      }.disposed(by: bag)
  }

  // MARK: Inputs

  private let viewDidLoadRelay = Relay<Void>()
  public func viewDidLoad() {
    viewDidLoadRelay.send()
  }

  private let emailRelay = Relay<String>()
  public func didChange(email: String) {
    emailRelay.send(email)
  }

  private let passwordRelay = Relay<GuardedText>()
  public func didChange(password: GuardedText) {
    passwordRelay.send(password)
  }

  private let repeatRelay = Relay<GuardedText>()
  public func didChange(repeatedPassword: GuardedText) {
    repeatRelay.send(repeatedPassword)
  }

  private let leaveRelay = Relay<SignUpField>()
  public func didLeave(_ field: SignUpField) {
    leaveRelay.send(field)
  }

  private let acceptRelay = Relay<Void>()
  public func suggestionAccepted() {
    acceptRelay.send()
  }

  private let returnRelay = Relay<SignUpField>()
  public func returnTapped(in field: SignUpField) {
    returnRelay.send(field)
  }

  private let submitRelay = Relay<Void>()
  public func submitTapped() {
    submitRelay.send()
  }

  private let revealRelay = Relay<Void>()
  public func revealTapped() {
    revealRelay.send()
  }

  private let suspendRelay = Relay<Void>()
  public func willSuspend() {
    suspendRelay.send()
  }

  private let capsLockRelay = Relay<Bool>()
  public func capsLockChanged(isOn: Bool) {
    capsLockRelay.send(isOn)
  }

  private let cancelRelay = Relay<Void>()
  public func cancelTapped() {
    cancelRelay.send()
  }

  // MARK: Rules

  private static func isEmailTaken(_ outcome: SignUpOutcome) -> Bool {
    if case .notAdded(.exists) = outcome { true } else { false }
  }

  private static func message(for outcome: SignUpOutcome) -> Message? {
    switch outcome {
    case .added, .notAdded(.cancelled): nil
    case .notAdded(.exists): .accountExists
    case .notAdded(.violation(let violation)): Message(violation)
    case .notAdded(.unavailable(let error)): .accountNotAdded(error)
    }
  }
}
