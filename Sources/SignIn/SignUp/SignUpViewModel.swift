public import Identity
import Secrets
public import Signals

/// A field of the form for a new account, in form order.
public enum SignUpField: FieldName, CaseIterable {
  /// The email address.
  case email
  /// The password.
  case password
  /// The password, repeated.
  case repeatedPassword
}

/// The events of the form for a new account: only those of every form.
public protocol SignUpViewModelInputs: FormInputs<SignUpField> {}

/// The state of the form for a new account: only that of every form.
public protocol SignUpViewModelOutputs: FormOutputs<SignUpField> {}

/// The form for a new account, without its view.
public protocol SignUpViewModelType {
  /// The events that the view reports.
  var inputs: any SignUpViewModelInputs { get }
  /// The state that the view shows.
  var outputs: any SignUpViewModelOutputs { get }
}

/// The form for a new account: validates while the user types, creates the account, and signs in.
public final class SignUpViewModel: FormViewModel, SignUpViewModelType, SignUpViewModelInputs, SignUpViewModelOutputs {
  public let form: FormFlow<SignUpField>

  public var inputs: any SignUpViewModelInputs { self }
  public var outputs: any SignUpViewModelOutputs { self }

  private let bag = DisposeBag()

  /// - Parameters:
  ///   - signUp: Creates the account and signs in.
  ///   - rules: The rules for the password, once they are known.
  ///   - faults: The reasons why nobody can sign up, found before anybody asked.
  ///   - queue: The place in a queue that a submission gets.
  ///   - tally: The attempts so far, of earlier forms too.
  ///   - settings: Options set by an administrator or on the command line.
  ///   - scheduler: The clock of all timers.
  ///   - routing: Decides what comes after the form. Held weakly.
  public init(
    signUp: any SigningUp, rules: Signal<NewPasswordRules?>, faults: Signal<StoreError> = .merge(),
    queue: Signal<Int> = .merge(), tally: AttemptTally, settings: FormSettings,
    scheduler: any Scheduler, routing: any SignUpRouting
  ) {
    let submission = Submission(scheduler: scheduler, queue: queue, keepsPasswords: \.isBlock) {
      (credentials: Credentials) in
      let outcome = await signUp.signUp(credentials.login.email, credentials.password)
      if case .throttled(let seconds) = outcome, !Task.isCancelled {
        tally.didBlock(credentials.login, .tooManyAttempts, seconds: seconds)
      }
      return outcome
    }
    let events = FormEvents<SignUpField>(submission, settings, scheduler)
    let email = LoginField(.email, events, startingWith: settings.email)
    let password = NewPasswordField(.password, events, for: email.text, by: rules)
    let repeatedPassword = RepeatedPasswordField(.repeatedPassword, events, repeating: password)
    form = FormFlow(
      events, submission, scheduler, fields: SignUpField.allCases,
      field: { name in
        switch name {
        case .email: email
        case .password: password
        case .repeatedPassword: repeatedPassword
        }
      },
      focus: submission.answered.filter(\.isEmailTaken).map { _ in .email },
      content: .combineLatest(email.text, password.text),
      request: { (email, password) throws(PasswordError) in try Credentials(LoginKind.email.login(email), password) },
      block: tally.block(of: email.text.map(LoginKind.email.login)).map {
        $0.map { .blocked(.tooManyAttempts, seconds: $0.secondsLeft) }
      },
      failure: .merge(submission.answered.map(Self.message(for:)), faults.map { .accountNotAdded($0) })
    ) { [weak routing] in routing?.didCancelSignUp() }

    // Routing.
    submission.answered.compactMap { if case .added(let outcome) = $0 { outcome } else { nil } }
      .withLatest(from: email.text)
      .subscribe { [weak routing] outcome, email in
        if let signedIn = outcome.signedIn {
          routing?.didSignUp(signedIn)
        } else if let email = EmailAddress(email) {
          routing?.didCreateAccount(email, signIn: outcome)
        }
      }.disposed(by: bag)
  }

  // MARK: Rules

  private static func message(for outcome: SignUpOutcome) -> Message? {
    switch outcome {
    case .added, .throttled, .notAdded(.cancelled): nil
    case .disabled: .attemptsDisabled
    case .notAdded(.exists): .accountExists
    case .notAdded(.notFirst): .signUpClosed
    case .notAdded(.violation(let violation)): Message(violation)
    case .notAdded(.unavailable(let error)): .accountNotAdded(error)
    }
  }
}

extension SignUpOutcome {
  fileprivate var isEmailTaken: Bool {
    if case .notAdded(.exists) = self { true } else { false }
  }

  /// Whether attempts are blocked now. The passwords typed may stay meanwhile.
  fileprivate var isBlock: Bool {
    if case .throttled = self { true } else { false }
  }
}
