public import Identity
import Secrets
public import Signals

/// A field of the sign-in form, in the order of the form.
public enum SignInField: FieldName {
  /// The email address.
  case email
  /// The password.
  case password
}

/// What happens at the sign-in form, beyond what happens at every form.
public protocol SignInViewModelInputs: FormInputs<SignInField> {
  /// `Remember my email` was checked or cleared.
  func rememberTapped()
  /// `Create account` was asked for.
  func createAccountTapped()
}

/// What the sign-in form shows, beyond what every form shows.
public protocol SignInViewModelOutputs: FormOutputs<SignInField> {
  /// Whether `Remember my email` is checked.
  var isRemembering: Signal<Bool> { get }
  /// Whether an account can be created from here.
  var isCreateAccountOffered: Signal<Bool> { get }
}

/// The sign-in form without its looks.
public protocol SignInViewModelType {
  /// What happens.
  var inputs: any SignInViewModelInputs { get }
  /// What is shown.
  var outputs: any SignInViewModelOutputs { get }
}

/// The sign-in form: validates while somebody types, signs in, says why not.
public final class SignInViewModel: FormViewModel, SignInViewModelType, SignInViewModelInputs, SignInViewModelOutputs {
  /// What an administrator or a command line decides.
  public struct Settings: Sendable {
    /// The same as for every form. An email takes the place of a remembered one.
    public var form = FormSettings()
    /// Whether sign-up is allowed.
    public var offersCreateAccount = false
    /// Refused attempts after which the form ends. At least 1.
    public var attempts = 5

    /// The defaults of the program.
    public init() {}
  }

  public let form: FormFlow<SignInField>
  public let isRemembering: Signal<Bool>
  public let isCreateAccountOffered: Signal<Bool>

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
    signIn: any SigningIn, passwordLength: Signal<PasswordPolicy>, memory: (any EmailMemory)?, settings: Settings,
    scheduler: any Scheduler, routing: any SignInRouting
  ) {
    let submission = Submission(scheduler: scheduler) { (credentials: Credentials) in
      await signIn.signIn(credentials.email, credentials.password)
    }
    let events = FormEvents<SignInField>(submission, settings.form, scheduler)
    let email = EmailField(.email, events, startingWith: settings.form.email ?? memory?.email)
    let password = PasswordField(.password, events, length: passwordLength)
    form = FormFlow(
      events, submission, scheduler,
      field: { name in
        switch name {
        case .email: email
        case .password: password
        }
      },
      content: .combineLatest(email.text, password.text), request: Credentials.init(typed:), message: Self.message(for:)
    ) { [weak routing] in routing?.didCancelSignIn() }

    // What is remembered, and where the way leads.
    let isChecked = Property(memory?.email != nil)
    isRemembering = isChecked.signal
    rememberRelay.signal.withLatest(from: isChecked.signal).map { !$1 }.bind(to: isChecked).disposed(by: bag)
    submission.answered.compactMap(\.signedIn).withLatest(from: isChecked.signal)
      .subscribe { [weak routing] signedIn, isChecked in
        memory?.remember(isChecked ? signedIn.email.text : nil)
        routing?.didSignIn(signedIn)
      }.disposed(by: bag)
    submission.answered.filter { if case .refused = $0 { true } else { false } }
      .scan(0) { refusals, _ in refusals + 1 }.filter { $0 == settings.attempts }
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

  private static func message(for outcome: SignInOutcome) -> Message? {
    switch outcome {
    case .signedIn, .cancelled: nil
    case .refused: .wrongEmailOrPassword
    case .throttled(let seconds): .tooManyAttempts(seconds: seconds)
    case .unavailable(let error): .unavailable(error)
    }
  }
}
