public import Identity
public import Secrets
public import Signals

/// A field of the sign-in form, in the order of the form.
public enum SignInField: CaseIterable, Hashable, Sendable {
  /// The email address.
  case email
  /// The password.
  case password
}

/// What happens at the sign-in form.
public protocol SignInViewModelInputs {
  /// The view is there and its outputs are bound.
  func viewDidLoad()
  /// The email field holds this now.
  func didChange(email: String)
  /// The password field holds this now. The same text each time, lent until the form goes.
  func didChange(password: GuardedText)
  /// The focus left this field.
  func didLeave(_ field: SignInField)
  /// The email that is suggested was taken.
  func suggestionAccepted()
  /// Enter was pressed in this field.
  func returnTapped(in field: SignInField)
  /// `Remember my email` was checked or cleared.
  func rememberTapped()
  /// The button was pressed.
  func submitTapped()
  /// F2 was pressed: to read the password, or to hide it again.
  func revealTapped()
  /// The program is about to be stopped, or to end.
  func willSuspend()
  /// Caps Lock went on or off; told only where that can be known.
  func capsLockChanged(isOn: Bool)
  /// `Create account` was asked for.
  func createAccountTapped()
  /// Esc was pressed: cancels a sign-in under way, else the form.
  func cancelTapped()
}

/// What the sign-in form shows.
public protocol SignInViewModelOutputs {
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
  /// What whoever types blindly should know while there is no message, nil for nothing.
  var passwordNote: Signal<Message?> { get }
  /// Whether the password can be read: for 5 s, and not once the focus has moved or the form was submitted.
  var isPasswordShown: Signal<Bool> { get }
  /// Empty the password field.
  var passwordCleared: Signal<Void> { get }
  /// Give this field the focus.
  var focus: Signal<SignInField> { get }
  /// Whether `Remember my email` is checked.
  var isRemembering: Signal<Bool> { get }
  /// Whether an account can be created from here.
  var isCreateAccountOffered: Signal<Bool> { get }
  /// Whether the button can be pressed.
  var isSubmitEnabled: Signal<Bool> { get }
  /// How long the sign-in under way has been so; nil when none is. Keys are discarded meanwhile.
  var progress: Signal<SignInProgress?> { get }
  /// The message of the whole form, why the last sign-in failed; nil for none.
  var formMessage: Signal<Message?> { get }
}

/// The sign-in form without its looks.
public protocol SignInViewModelType {
  /// What happens.
  var inputs: any SignInViewModelInputs { get }
  /// What is shown.
  var outputs: any SignInViewModelOutputs { get }
}

/// The sign-in form: validates while somebody types, signs in, says why not.
public final class SignInViewModel: SignInViewModelType, SignInViewModelInputs, SignInViewModelOutputs {
  /// What an administrator or a command line decides.
  public struct Settings: Sendable {
    /// The email that the form starts with, in place of a remembered one.
    public var email: String?
    /// When errors are shown.
    public var timing = ValidationTiming.live
    /// Whether a valid field says so in words.
    public var showsHints = false
    /// Whether another mail domain is suggested for one that looks mistyped.
    public var suggestsDomains = true
    /// Whether sign-up is allowed.
    public var offersCreateAccount = false
    /// Refused tries after which the form ends. At least 1.
    public var attempts = 5

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
  public let passwordNote: Signal<Message?>
  public let isPasswordShown: Signal<Bool>
  public let passwordCleared: Signal<Void>
  public let focus: Signal<SignInField>
  public let isRemembering: Signal<Bool>
  public let isCreateAccountOffered: Signal<Bool>
  public let isSubmitEnabled: Signal<Bool>
  public let progress: Signal<SignInProgress?>
  public let formMessage: Signal<Message?>

  public var inputs: any SignInViewModelInputs { self }
  public var outputs: any SignInViewModelOutputs { self }

  private let reveal: PasswordReveal
  private let bag = DisposeBag()

  /// - Parameters:
  ///   - signIn: Signs in.
  ///   - passwordLength: The lengths accepted, in characters; they may widen while the form is open.
  ///   - memory: Where the email is remembered; nil where that is not offered.
  ///   - settings: What an administrator or a command line decides.
  ///   - scheduler: Time.
  ///   - routing: Where the way leads from here. Held weakly.
  public init(
    signIn: any SigningIn, passwordLength: Signal<PasswordPolicy>, memory: (any EmailMemory)?, settings: Settings,
    scheduler: any Scheduler, routing: any SignInRouting
  ) {
    let submission = Submission(scheduler: scheduler) { (credentials: Credentials) in
      await signIn.signIn(credentials.email, credentials.password)
    }
    let isChecked = Property(memory?.email != nil)

    // Validity. When a sign-in ends, the password begins anew.
    let submitted = submitRelay.signal
    let email = emailRelay.signal.map { FieldValidation.Event.changed(email: $0) }
      .validation(left: leaveRelay.signal.only(.email), submitted: submitted, settings.timing)
    let password = Signal<FieldValidation.Event>.merge(
      Signal.combineLatest(passwordRelay.signal, passwordLength).map { password, policy in
        .changed(isEmpty: password.isEmpty, isValid: policy.violation(characterCount: password.count) == nil)
      },
      submission.ended.map { .cleared }
    ).validation(left: leaveRelay.signal.only(.password), submitted: submitted, settings.timing)
    emailStatus = email.signal.map(\.status).skipRepeats()
    passwordStatus = password.signal.map(\.status).skipRepeats()
    suggestion =
      settings.suggestsDomains ? emailRelay.signal.suggestion(left: leaveRelay.signal.only(.email)).signal : .just(nil)
    emailCorrection = acceptRelay.signal.withLatest(from: suggestion).compactMap { $1 }
    emailMessage = Signal.combineLatest(emailStatus, suggestion).map { status, suggestion in
      status.message(
        error: .emailNotValid, hint: settings.showsHints && suggestion == nil ? .emailValid : nil)
    }.skipRepeats()
    passwordMessage = Signal.combineLatest(passwordStatus, passwordLength).map { status, policy in
      status.message(error: .passwordLength(policy.length), hint: settings.showsHints ? .passwordValid : nil)
    }.skipRepeats()

    // What of the password is seen.
    passwordNote = passwordRelay.signal.note(isCapsLockOn: capsLockRelay.signal.hold(false).signal)
    reveal = PasswordReveal(
      asked: revealRelay.signal,
      hidden: .merge(
        leaveRelay.signal.map { _ in }, submission.started, submission.ended, suspendRelay.signal, cancelRelay.signal),
      scheduler: scheduler)
    isPasswordShown = reveal.isShown.signal

    // Where Enter and the button lead: to what is in the way, or on.
    let form = Signal.combineLatest(.combineLatest([email.signal, password.signal]), submission.isUnderWay.signal)
      .map(FormState<SignInField>.init)
    isSubmitEnabled = form.map(\.isSubmittable).skipRepeats()
    let steps = form.steps(returned: returnRelay.signal, submitted: submitted)
    let prefill = viewDidLoadRelay.signal.map { settings.email ?? memory?.email ?? "" }
    emailText = prefill.filter { !$0.isEmpty }
    passwordCleared = submission.ended
    focus = .merge(
      prefill.map { $0.isEmpty ? .email : .password }, steps.compactMap(\.field), submission.ended.map { .password })

    // A try, and why the last one failed.
    steps.filter { $0 == .submit }
      .withLatest(from: .combineLatest(emailRelay.signal, passwordRelay.signal))
      .subscribe { _, fields in submission.start { () throws(PasswordError) in try Credentials(fields.0, fields.1) } }
      .disposed(by: bag)
    progress = submission.progress
    let typed: Signal<Void> = .merge(
      emailRelay.signal.map { _ in }, passwordRelay.signal.filter { !$0.isEmpty }.map { _ in })
    formMessage = Signal<Message?>.merge(
      submission.answered.map(Self.message(for:)), submission.unusable.map { .passwordUnusable($0) },
      submission.started.map { nil }
    ).shown(until: typed, scheduler)

    // What is remembered, and where the way leads.
    isRemembering = isChecked.signal
    rememberRelay.signal.withLatest(from: isChecked.signal).map { !$1 }
      .bind(to: isChecked).disposed(by: bag)
    submission.answered.compactMap { if case .signedIn(let signedIn) = $0 { signedIn } else { nil } }
      .withLatest(from: isChecked.signal)
      .subscribe { [weak routing] signedIn, isChecked in
        memory?.remember(isChecked ? signedIn.email.text : nil)
        routing?.didSignIn(signedIn)
      }.disposed(by: bag)
    submission.answered.filter { if case .refused = $0 { true } else { false } }
      .scan(0) { refusals, _ in refusals + 1 }.filter { $0 == settings.attempts }
      .subscribe { [weak routing] _ in routing?.didUseUpAttempts() }.disposed(by: bag)
    isCreateAccountOffered = .just(settings.offersCreateAccount)
    createAccountRelay.signal
      .withLatest(from: .combineLatest(emailRelay.signal.startWith(""), submission.isUnderWay.signal))
      .subscribe { [weak routing] _, form in
        let (email, isSigningIn) = form
        if settings.offersCreateAccount && !isSigningIn { routing?.didAskToCreateAccount(email: email) }
      }.disposed(by: bag)
    cancelRelay.signal.withLatest(from: submission.isUnderWay.signal)
      .subscribe { [weak routing] _, isSigningIn in
        if isSigningIn { submission.abandon() } else { routing?.didCancelSignIn() }
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

  private let leaveRelay = Relay<SignInField>()
  public func didLeave(_ field: SignInField) {
    leaveRelay.send(field)
  }

  private let acceptRelay = Relay<Void>()
  public func suggestionAccepted() {
    acceptRelay.send()
  }

  private let returnRelay = Relay<SignInField>()
  public func returnTapped(in field: SignInField) {
    returnRelay.send(field)
  }

  private let rememberRelay = Relay<Void>()
  public func rememberTapped() {
    rememberRelay.send()
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

  private let createAccountRelay = Relay<Void>()
  public func createAccountTapped() {
    createAccountRelay.send()
  }

  private let cancelRelay = Relay<Void>()
  public func cancelTapped() {
    cancelRelay.send()
  }

  // MARK: Rules

  private static func message(for outcome: SignInOutcome) -> Message? {
    switch outcome {
    case .signedIn, .cancelled: nil
    case .refused: .wrongEmailOrPassword
    case .throttled(let seconds): .tooManyAttempts(seconds: seconds)
    case .unavailable(let error): .unavailable(error)
    }
  }
}
