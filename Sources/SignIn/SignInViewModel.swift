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
  /// Enter was pressed in this field.
  func returnTapped(in field: SignInField)
  /// `Remember my email` was checked or cleared.
  func rememberTapped()
  /// The button was pressed.
  func submitTapped()
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
  /// The look of the password field.
  var passwordStatus: Signal<FieldStatus> { get }
  /// The message under the password field, nil for none.
  var passwordMessage: Signal<Message?> { get }
  /// Empty the password field.
  var passwordCleared: Signal<Void> { get }
  /// Give this field the focus.
  var focus: Signal<SignInField> { get }
  /// Whether `Remember my email` is checked.
  var isRemembering: Signal<Bool> { get }
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
    /// Refused tries after which the form ends. At least 1.
    public var attempts = 5

    /// The defaults of the program.
    public init() {}
  }

  public let emailText: Signal<String>
  public let emailStatus: Signal<FieldStatus>
  public let emailMessage: Signal<Message?>
  public let passwordStatus: Signal<FieldStatus>
  public let passwordMessage: Signal<Message?>
  public let passwordCleared: Signal<Void>
  public let focus: Signal<SignInField>
  public let isRemembering: Signal<Bool>
  public let isSubmitEnabled: Signal<Bool>
  public let progress: Signal<SignInProgress?>
  public let formMessage: Signal<Message?>

  public var inputs: any SignInViewModelInputs { self }
  public var outputs: any SignInViewModelOutputs { self }

  private let bag = DisposeBag()

  /// - Parameters:
  ///   - signIn: Signs in.
  ///   - passwordLength: The lengths accepted, in characters; they may widen while the form is open.
  ///   - memory: Where the email is remembered; nil where that is not offered.
  ///   - settings: What an administrator or a command line decides.
  ///   - scheduler: Time.
  ///   - routing: Where the way leads from here. Held weakly.
  public init(
    signIn: any SigningIn, passwordLength: Signal<ClosedRange<Int>>, memory: (any EmailMemory)?, settings: Settings,
    scheduler: any Scheduler, routing: any SignInRouting
  ) {
    let isSigningIn = Property(false)
    let isChecked = Property(memory?.email != nil)
    let started = Relay<Credentials>()
    let unsealed = Relay<PasswordError>()
    let abandoned = Relay<Void>()
    let answered = Relay<SignInOutcome>()
    let ended: Signal<Void> = .merge(answered.signal.map { _ in }, abandoned.signal, unsealed.signal.map { _ in })

    // Validity. To submit the form is to leave both fields; when a sign-in ends, the password begins anew.
    let submitted = submitRelay.signal
    let email = Signal<FieldValidation.Event>.merge(
      emailRelay.signal.map { .changed(isEmpty: $0.isEmpty, isValid: Self.isValid(email: $0)) },
      leaveRelay.signal.filter { $0 == .email }.map { _ in .left },
      submitted.map { .left }
    ).validation(settings.timing)
    let password = Signal<FieldValidation.Event>.merge(
      Signal.combineLatest(passwordRelay.signal, passwordLength).map { password, length in
        .changed(isEmpty: password.isEmpty, isValid: length.contains(password.count))
      },
      leaveRelay.signal.filter { $0 == .password }.map { _ in .left },
      submitted.map { .left },
      ended.map { .cleared }
    ).validation(settings.timing)
    emailStatus = email.signal.map(\.status).skipRepeats()
    passwordStatus = password.signal.map(\.status).skipRepeats()
    emailMessage = emailStatus.map { status in
      Self.message(for: status, error: .emailNotValid, hint: settings.showsHints ? .emailValid : nil)
    }.skipRepeats()
    passwordMessage = Signal.combineLatest(passwordStatus, passwordLength).map { status, length in
      Self.message(for: status, error: .passwordLength(length), hint: settings.showsHints ? .passwordValid : nil)
    }.skipRepeats()

    // Where Enter and the button lead: to what is in the way, or on.
    let form = Signal.combineLatest(email.signal, password.signal, isSigningIn.signal).map(SignInForm.init)
    isSubmitEnabled = form.map(\.isSubmittable).skipRepeats()
    let steps: Signal<SignInForm.Step> = .merge(
      returnRelay.signal.withLatest(from: form).compactMap { field, form in form.returnStep(in: field) },
      submitted.withLatest(from: form).compactMap { _, form in form.submitStep })
    let prefill = viewDidLoadRelay.signal.map { settings.email ?? memory?.email ?? "" }
    emailText = prefill.filter { !$0.isEmpty }
    passwordCleared = ended
    focus = .merge(
      prefill.map { $0.isEmpty ? .email : .password },
      steps.compactMap { if case .focus(let field) = $0 { field } else { nil } },
      ended.map { .password })

    // A try. The password is sealed once; a new try or Esc leaves an answer that is still to come behind.
    steps.filter { $0 == .submit }
      .withLatest(from: .combineLatest(emailRelay.signal, passwordRelay.signal))
      .subscribe { _, fields in
        do throws(PasswordError) {
          if let credentials = try Credentials(email: fields.0, password: fields.1) { started.send(credentials) }
        } catch {
          unsealed.send(error)
        }
      }.disposed(by: bag)
    Signal<Credentials?>.merge(started.signal.map { $0 }, abandoned.signal.map { nil })
      .flatMapLatest { credentials async -> SignInOutcome in
        guard let credentials else { return .cancelled }
        return await signIn.signIn(credentials.email, credentials.password)
      }
      .map { $0.get() }
      .filter { if case .cancelled = $0 { false } else { true } }
      .bind(to: answered).disposed(by: bag)
    Signal<Bool>.merge(started.signal.map { _ in true }, ended.map { false })
      .bind(to: isSigningIn).disposed(by: bag)
    progress = isSigningIn.signal.flatMapLatest { isSigningIn in
      isSigningIn
        ? scheduler.ticks(every: SignInProgress.interval).map { SignInProgress(step: $0) }
        : .just(nil)
    }.hold(nil).signal

    // Why the last try failed. Whoever types on has read it; only a countdown stays until it has ended.
    let typed: Signal<Void> = .merge(
      emailRelay.signal.map { _ in }, passwordRelay.signal.filter { !$0.isEmpty }.map { _ in })
    formMessage = Signal<Message?>.merge(
      answered.signal.map(Self.message(for:)), unsealed.signal.map { .passwordUnusable($0) }, started.signal.map { _ in nil }
    ).flatMapLatest { message in
      if case .tooManyAttempts(let seconds) = message {
        scheduler.ticks(every: .seconds(1), through: seconds).map { passed in
          passed < seconds ? .tooManyAttempts(seconds: seconds - passed) : nil
        }
      } else {
        typed.map { nil }.startWith(message)
      }
    }.hold(nil).signal

    // What is remembered, and where the way leads.
    isRemembering = isChecked.signal
    rememberRelay.signal.withLatest(from: isChecked.signal).map { !$1 }
      .bind(to: isChecked).disposed(by: bag)
    answered.signal.compactMap { if case .signedIn(let signedIn) = $0 { signedIn } else { nil } }
      .withLatest(from: isChecked.signal)
      .subscribe { [weak routing] signedIn, isChecked in
        memory?.remember(isChecked ? signedIn.email.text : nil)
        routing?.didSignIn(signedIn)
      }.disposed(by: bag)
    answered.signal.filter { if case .refused = $0 { true } else { false } }
      .scan(0) { refusals, _ in refusals + 1 }.filter { $0 == settings.attempts }
      .subscribe { [weak routing] _ in routing?.didUseUpAttempts() }.disposed(by: bag)
    cancelRelay.signal.withLatest(from: isSigningIn.signal)
      .subscribe { [weak routing] _, isSigningIn in
        if isSigningIn { abandoned.send() } else { routing?.didCancelSignIn() }
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

  private let cancelRelay = Relay<Void>()
  public func cancelTapped() {
    cancelRelay.send()
  }

  // MARK: Rules

  private static func isValid(email: String) -> Bool {
    var email = email
    return email.withUTF8(EmailAddress.isValid(utf8:))
  }

  private static func message(for status: FieldStatus, error: Message, hint: Message?) -> Message? {
    switch status {
    case .neutral: nil
    case .valid: hint
    case .invalid: error
    }
  }

  private static func message(for outcome: SignInOutcome) -> Message? {
    switch outcome {
    case .signedIn, .cancelled: nil
    case .refused: .wrongEmailOrPassword
    case .throttled(let seconds): .tooManyAttempts(seconds: seconds)
    case .unavailable(let error): .unavailable(reason: error.reason)
    }
  }
}

/// What is tried.
private struct Credentials {
  let email: EmailAddress
  let password: SealedPassword

  /// Nil where the email is none, which a form that can be submitted rules out.
  init?(email: String, password: GuardedText) throws(PasswordError) {
    guard let email = EmailAddress(email) else { return nil }
    self.email = email
    self.password = try password.sealed()
  }
}
