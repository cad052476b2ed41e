public import Identity
import Secrets
public import Signals

/// A field of the form for a new account, in form order.
public enum SignUpField: Int, Sendable {
  /// The email address.
  case email
  /// The password.
  case password
  /// The password, repeated.
  case repeatedPassword
}

/// The events of the form for a new account.
public protocol SignUpViewModelInputs: FormInputs {
  /// The view loaded and bound its outputs.
  func viewDidLoad()
  /// The email field: `didChange`, `didLeave`, `didReturn`, `didAcceptSuggestion`.
  var email: FieldInputs { get }
  /// The password field.
  var password: FieldInputs { get }
  /// The field for the password once more.
  var repeatedPassword: FieldInputs { get }
  /// The button was pressed.
  func didTapSubmit()
  /// Esc was pressed: gives up the sign-up under way, or leaves the form.
  func didTapCancel()
  /// F2 was pressed: shows the passwords, or hides them again.
  func didTapReveal()
  /// Caps Lock went on or off. Reported only where that can be known.
  func didChangeCapsLock(isOn: Bool)
  /// The program is about to be suspended or to exit.
  func willSuspend()
}

/// The state of the form for a new account, and where it leads.
public protocol SignUpViewModelOutputs: FormOutputs {
  /// The email field: `isValid`, `status` for the colour of its border, `message` for its error.
  var email: FieldOutputs { get }
  /// The password field.
  var password: FieldOutputs { get }
  /// The field for the password once more.
  var repeatedPassword: FieldOutputs { get }
  /// Give this field the focus.
  var focus: Signal<SignUpField> { get }
  /// Enable or disable the button.
  var isSubmitEnabled: Signal<Bool> { get }
  /// Show how long the sign-up has been under way; nil when none is. Discard keys meanwhile.
  var progress: Signal<SubmissionProgress?> { get }
  /// Show why no account was created; nil for nothing.
  var message: Signal<Message?> { get }

  /// Go on: the user created an account and is signed in to it.
  var signedUp: Signal<SignedIn> { get }
  /// Go to the sign-in form: the account was created, but signing in failed, as the outcome says.
  var accountCreated: Signal<(EmailAddress, SignInOutcome)> { get }
  /// Go back, or end: the user left without creating an account.
  var cancelled: Signal<Void> { get }
}

/// The form for a new account, without its view.
public protocol SignUpViewModelType {
  /// The events that the view reports.
  var inputs: any SignUpViewModelInputs { get }
  /// The state that the view shows.
  var outputs: any SignUpViewModelOutputs { get }
}

/// The form for a new account: validates while the user types, creates the account, and signs in.
public final class SignUpViewModel: SignUpViewModelType, SignUpViewModelOutputs {
  public let email: FieldOutputs
  public let password: FieldOutputs
  public let repeatedPassword: FieldOutputs
  public let focus: Signal<SignUpField>
  public let isSubmitEnabled: Signal<Bool>
  public let progress: Signal<SubmissionProgress?>
  public let message: Signal<Message?>
  public let signedUp: Signal<SignedIn>
  public let accountCreated: Signal<(EmailAddress, SignInOutcome)>
  public let cancelled: Signal<Void>

  public let inputs: any SignUpViewModelInputs
  public var outputs: any SignUpViewModelOutputs { self }
  public var fields: [FieldOutputs] { [email, password, repeatedPassword] }
  public var focusedField: Signal<Int> { focus.map(\.rawValue) }

  /// - Parameters:
  ///   - signUp: Creates the account and signs in.
  ///   - accounts: What is known of the accounts before anybody asks.
  ///   - settings: Options set by an administrator or on the command line.
  ///   - scheduler: The clock of all timers.
  public init(
    _ signUp: any SigningUp, _ accounts: Accounts, _ settings: FormSettings, on scheduler: any Scheduler
  ) {
    let inputs = Inputs()
    let tally = accounts.tally

    // What was typed.
    let emailField = LoginField(inputs.email, startingWith: settings.email)
    let passwordField = NewPasswordField(inputs.password, for: emailField.entry.map(\.text), by: accounts.rules)
    let repetitionField = RepeatedPasswordField(inputs.repeatedPassword, repeating: passwordField)

    // Enter and the button lead from field to field, then to a sign-up.
    let block = tally.block(of: emailField.entry.map(\.login))
      .map { $0.map { Message.blocked(nil, seconds: $0.secondsLeft) } }.held(nil)
    let form = Form<SignUpField>(
      [(.email, emailField), (.password, passwordField), (.repeatedPassword, repetitionField)],
      submitted: inputs.submits.signal,
      hold: block.map { $0 == nil ? .none : .wait })
    let submission = Submission(
      of: form.submitted(with: .combineLatest(emailField.entry, passwordField.text)),
      inputs, queue: accounts.queue, on: scheduler
    ) { (entry, password) throws(PasswordError) in
      try SignUpAttempt(entry.login, password)
    } sending: { attempt in
      await attempt.begin(at: signUp, tally)
    }
    let answer = submission.answered

    // The fields, and the form around them.
    let secrets = SecretFieldEvents(inputs, form, submission, on: scheduler)
    email = emailField.outputs(loaded: inputs.loads.signal, submitted: inputs.submits.signal, settings)
      .leading(on: form.leadsOn(from: .email))
    password = passwordField.outputs(secrets, settings).leading(on: form.leadsOn(from: .password))
    repeatedPassword = repetitionField.outputs(secrets, settings).leading(on: form.leadsOn(from: .repeatedPassword))
    focus = .merge(
      inputs.loads.signal.map { emailField.start.isEmpty ? .email : .password }, form.focus,
      submission.ended.map { .password }, answer.filter(\.outcome.isEmailTaken).map { _ in .email })
    isSubmitEnabled = form.isSubmitEnabled(unless: submission.isRunning)
    progress = submission.progress
    message = Signal<Message?>.merge(
      submission.started.map { nil }, submission.unusable.map { .passwordUnusable($0) },
      answer.map(\.outcome.message), accounts.faults.map { .accountNotAdded($0) }
    ).shown(until: form.typed, behind: block)

    // Where the form leads.
    let added = answer.compactMap(\.added).shared()
    signedUp = added.compactMap(\.signIn.signedIn)
    accountCreated = added.filter { $0.signIn.signedIn == nil }.map { ($0.email, $0.signIn) }
    cancelled = submission.escaped
    self.inputs = inputs
  }

  private final class Inputs: FormEvents, SignUpViewModelInputs {
    let email = FieldInputs()
    let password = FieldInputs()
    let repeatedPassword = FieldInputs()
    override var fields: [FieldInputs] { [email, password, repeatedPassword] }
  }
}

/// An email and a password for a new account.
private struct SignUpAttempt {
  let email: EmailAddress
  let password: SealedPassword

  /// Nil if the email is not valid.
  init?(_ login: Login?, _ password: GuardedText) throws(PasswordError) {
    guard case .email(let email) = login else { return nil }
    self.email = email
    self.password = try password.sealed()
  }

  /// Signs up. The outcome of a cancelled attempt is lost.
  func begin(at signUp: any SigningUp, _ tally: AttemptTally) async -> SignUpAnswer {
    let outcome = await signUp.signUp(email, password)
    switch outcome {
    case _ where Task.isCancelled: break
    case .throttled(let seconds): tally.didBlock(.email(email), nil, seconds: seconds)
    case .added, .notAdded(.exists), .notAdded(.violation), .notAdded(.notFirst): tally.didAdmit(.email(email))
    case .notAdded, .disabled: break
    }
    return SignUpAnswer(email: email, outcome: outcome)
  }
}

/// The answer to an attempt to sign up.
private struct SignUpAnswer: SubmissionAnswer {
  let email: EmailAddress
  let outcome: SignUpOutcome

  /// While attempts are blocked.
  var keepsPasswords: Bool {
    if case .throttled = outcome { true } else { false }
  }

  var added: (email: EmailAddress, signIn: SignInOutcome)? {
    if case .added(let outcome) = outcome { (email, outcome) } else { nil }
  }
}

extension SignUpOutcome {
  fileprivate var isEmailTaken: Bool {
    if case .notAdded(.exists) = self { true } else { false }
  }

  /// Why no account was created; nil if one was, or if another part of the form says it.
  fileprivate var message: Message? {
    switch self {
    case .added, .throttled, .notAdded(.cancelled): nil
    case .disabled: .attemptsDisabled
    case .notAdded(.exists): .accountExists
    case .notAdded(.notFirst): .signUpClosed
    case .notAdded(.violation(let violation)): .violation(violation)
    case .notAdded(.unavailable(let error)): .accountNotAdded(error)
    }
  }
}
