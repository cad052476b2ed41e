import Identity
import Secrets
public import Signals

/// A field of the form that changes a password, in form order.
public enum ChangePasswordField: Int, Sendable {
  /// The current password.
  case currentPassword
  /// The new password.
  case password
  /// The new password, repeated.
  case repeatedPassword
}

/// The events of the form that changes a password.
public protocol ChangePasswordViewModelInputs: FormInputs {
  /// The view loaded and bound its outputs.
  func viewDidLoad()
  /// The field for the current password: `didChange`, `didLeave`, `didReturn`.
  var currentPassword: FieldInputs { get }
  /// The current password was given before a new one is asked for. It is verified at once.
  func didAnswerCurrentPassword()
  /// The field for the new password.
  var password: FieldInputs { get }
  /// The field for the new password once more.
  var repeatedPassword: FieldInputs { get }
  /// The button was pressed.
  func didTapSubmit()
  /// Esc was pressed: gives up the change under way, or leaves the form.
  func didTapCancel()
  /// F2 was pressed: shows the passwords, or hides them again.
  func didTapReveal()
  /// Caps Lock went on or off. Reported only where that can be known.
  func didChangeCapsLock(isOn: Bool)
  /// The program is about to be suspended or to exit.
  func willSuspend()
}

/// The state of the form that changes a password, and where it leads.
public protocol ChangePasswordViewModelOutputs: FormOutputs {
  /// The field for the current password: `status` is the colour of its border, `message` its error.
  var currentPassword: FieldOutputs { get }
  /// The field for the new password.
  var password: FieldOutputs { get }
  /// The field for the new password once more.
  var repeatedPassword: FieldOutputs { get }
  /// Give this field the focus.
  var focus: Signal<ChangePasswordField> { get }
  /// Enable or disable the button.
  var isSubmitEnabled: Signal<Bool> { get }
  /// Show how long the change has been under way; nil when none is. Discard keys meanwhile.
  var progress: Signal<SubmissionProgress?> { get }
  /// Show why the password has not changed; nil for nothing.
  var message: Signal<Message?> { get }

  /// Go back: the user changed the password.
  var changed: Signal<Void> { get }
  /// Go back: the user left without changing the password.
  var cancelled: Signal<Void> { get }
}

/// The form that changes a password, without its view.
public protocol ChangePasswordViewModelType {
  /// The events that the view reports.
  var inputs: any ChangePasswordViewModelInputs { get }
  /// The state that the view shows.
  var outputs: any ChangePasswordViewModelOutputs { get }
}

/// The form in which a signed-in user changes their password. The current password proves who they are; it is checked,
/// charged and logged as at sign-in.
public final class ChangePasswordViewModel: ChangePasswordViewModelType, ChangePasswordViewModelOutputs {
  public let currentPassword: FieldOutputs
  public let password: FieldOutputs
  public let repeatedPassword: FieldOutputs
  public let focus: Signal<ChangePasswordField>
  public let isSubmitEnabled: Signal<Bool>
  public let progress: Signal<SubmissionProgress?>
  public let message: Signal<Message?>
  public let changed: Signal<Void>
  public let cancelled: Signal<Void>

  public let inputs: any ChangePasswordViewModelInputs
  public var outputs: any ChangePasswordViewModelOutputs { self }
  public var fields: [FieldOutputs] { [currentPassword, password, repeatedPassword] }
  public var focusedField: Signal<Int> { focus.map(\.rawValue) }

  /// - Parameters:
  ///   - account: The account of the user who is signed in.
  ///   - accounts: What is known of the accounts before anybody asks.
  ///   - settings: Options set by an administrator or on the command line.
  ///   - scheduler: The clock of all timers.
  public init(
    of account: OwnAccount, _ accounts: Accounts, _ settings: FormSettings, on scheduler: any Scheduler
  ) {
    let inputs = Inputs()
    let (email, tally) = (account.email, accounts.tally)

    // What was typed.
    let currentField = PasswordField(inputs.currentPassword, length: accounts.passwordLength)
    let passwordField = NewPasswordField(
      inputs.password, for: .just(email.text), unlike: currentField.text, by: accounts.rules)
    let repetitionField = RepeatedPasswordField(inputs.repeatedPassword, repeating: passwordField)

    // Enter and the button lead from field to field, then to a change.
    let block = tally.block(of: .just(.email(email))).map { $0?.message }.held(nil)
    let form = Form<ChangePasswordField>(
      [(.currentPassword, currentField), (.password, passwordField), (.repeatedPassword, repetitionField)],
      submitted: inputs.submits.signal,
      hold: block.map { $0 == nil ? .none : .wait })
    let passwords = Signal<(GuardedText, GuardedText?)>.merge(
      form.submitted(with: .combineLatest(currentField.text, passwordField.text)).map { ($0, $1) },
      inputs.currentAnswers.signal.withLatest(from: currentField.text).map { ($1, nil) })
    let submission = Submission(
      of: passwords, inputs, queue: accounts.queue, on: scheduler, request: PasswordChange.init(typed:)
    ) { change in
      let outcome =
        if let new = change.new {
          await account.changePassword.changePassword(of: email, from: change.current, to: new)
        } else {
          await account.changePassword.confirm(change.current, of: email)
        }
      if !Task.isCancelled {
        if let block = outcome.block {
          tally.didBlock(.email(email), block.refusal, seconds: block.seconds)
        } else if outcome.isVerified {
          tally.didAdmit(.email(email))
        }
      }
      return outcome
    }
    let answer = submission.answered

    // The fields, and the form around them.
    let secrets = SecretFieldEvents(inputs, form, submission, on: scheduler)
    currentPassword = currentField.outputs(secrets, settings)
      .leading(on: form.leadsOn(from: .currentPassword))
    password = passwordField.outputs(secrets, settings).leading(on: form.leadsOn(from: .password))
    repeatedPassword = repetitionField.outputs(secrets, settings).leading(on: form.leadsOn(from: .repeatedPassword))
    focus = .merge(
      inputs.loads.signal.map { .currentPassword }, form.focus,
      submission.answered.map { $0 == .confirmed ? .password : .currentPassword },
      Signal<Void>.merge(submission.unusable.map { _ in }, submission.abandoned).map { .currentPassword })
    isSubmitEnabled = form.isSubmitEnabled(unless: submission.isRunning)
    progress = submission.progress
    message = Signal<Message?>.merge(
      submission.started.map { nil }, submission.unusable.map { .passwordUnusable($0) }, answer.map(\.message)
    ).shown(until: form.typed, behind: block)

    // Where the form leads.
    changed = answer.filter { $0 == .changed }.map { _ in }
    cancelled = submission.escaped
    self.inputs = inputs
  }

  private final class Inputs: FormEvents, ChangePasswordViewModelInputs {
    let currentPassword = FieldInputs()
    let currentAnswers = Relay<Void>()
    func didAnswerCurrentPassword() { currentAnswers.send() }
    let password = FieldInputs()
    let repeatedPassword = FieldInputs()
    override var fields: [FieldInputs] { [currentPassword, password, repeatedPassword] }
  }
}

extension PasswordChangeOutcome: SubmissionAnswer {
  /// Whether the current password was verified.
  fileprivate var isVerified: Bool {
    switch self {
    case .changed, .confirmed, .violation, .refused: true
    case .throttled, .disabled, .unavailable, .cancelled: false
    }
  }

  /// Whether what was typed may stay: the current password is right, or was not verified, because attempts are blocked.
  var keepsPasswords: Bool {
    switch self {
    case .confirmed, .throttled: true
    case .changed, .violation, .refused, .disabled, .unavailable, .cancelled: false
    }
  }

  /// The block that the attempt met or began, if any.
  fileprivate var block: (refusal: Refusal?, seconds: Int)? {
    switch self {
    case .refused(let seconds): seconds.map { (.currentPassword, $0) }
    case .throttled(let seconds): (nil, seconds)
    case .changed, .confirmed, .violation, .disabled, .unavailable, .cancelled: nil
    }
  }

  /// Why the password has not changed; nil if it has, or if another part of the form says it.
  fileprivate var message: Message? {
    switch self {
    case .changed, .confirmed, .throttled, .cancelled: nil
    case .violation(let violation): .violation(violation)
    case .refused: .refused(.currentPassword)
    case .disabled: .attemptsDisabled
    case .unavailable(let error): .passwordNotChanged(error)
    }
  }
}

/// The current password, and the new one once that is typed.
private struct PasswordChange {
  let current: SealedPassword
  let new: SealedPassword?

  init(typed: (current: GuardedText, new: GuardedText?)) throws(PasswordError) {
    current = try typed.current.sealed()
    new = try typed.new?.sealed()
  }
}
