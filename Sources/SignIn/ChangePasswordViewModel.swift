public import Identity
public import Secrets
public import Signals

/// A field of the form that changes a password, in the order of the form.
public enum ChangePasswordField: CaseIterable, Hashable, Sendable {
  /// The password of before.
  case oldPassword
  /// The new one.
  case password
  /// The new one once more.
  case repeatedPassword
}

/// What happens at the form that changes a password.
public protocol ChangePasswordViewModelInputs {
  /// The view is there and its outputs are bound.
  func viewDidLoad()
  /// The field for the old password holds this now. The same text each time, lent until the form goes.
  func didChange(oldPassword: GuardedText)
  /// The field for the new password holds this now. Lent likewise.
  func didChange(password: GuardedText)
  /// The field for the new password once more holds this now. Lent likewise.
  func didChange(repeatedPassword: GuardedText)
  /// The focus left this field.
  func didLeave(_ field: ChangePasswordField)
  /// Enter was pressed in this field.
  func returnTapped(in field: ChangePasswordField)
  /// The button was pressed.
  func submitTapped()
  /// F2 was pressed: to read the passwords, or to hide them again.
  func revealTapped()
  /// The program is about to be stopped, or to end.
  func willSuspend()
  /// Caps Lock went on or off; told only where that can be known.
  func capsLockChanged(isOn: Bool)
  /// Esc was pressed: cancels a change under way, else the form.
  func cancelTapped()
}

/// What the form that changes a password shows.
public protocol ChangePasswordViewModelOutputs {
  /// The look of the field for the old password.
  var oldPasswordStatus: Signal<FieldStatus> { get }
  /// The message under the field for the old password, nil for none.
  var oldPasswordMessage: Signal<Message?> { get }
  /// The look of the field for the new password.
  var passwordStatus: Signal<FieldStatus> { get }
  /// The message under the field for the new password, nil for none.
  var passwordMessage: Signal<Message?> { get }
  /// How hard the new password is to guess, nil while there is none.
  var passwordStrength: Signal<PasswordStrength?> { get }
  /// What whoever types the old password blindly should know while there is no message, nil for nothing.
  var oldPasswordNote: Signal<Message?> { get }
  /// The same of the new password.
  var passwordNote: Signal<Message?> { get }
  /// Whether the passwords can be read: for 5 s, and not once the focus has moved or the form was submitted.
  var arePasswordsShown: Signal<Bool> { get }
  /// The look of the field for the new password once more.
  var repeatedPasswordStatus: Signal<FieldStatus> { get }
  /// The message under the field for the new password once more, nil for none.
  var repeatedPasswordMessage: Signal<Message?> { get }
  /// Empty all fields.
  var passwordsCleared: Signal<Void> { get }
  /// Give this field the focus.
  var focus: Signal<ChangePasswordField> { get }
  /// Whether the button can be pressed.
  var isSubmitEnabled: Signal<Bool> { get }
  /// How long the change under way has been so; nil when none is. Keys are discarded meanwhile.
  var progress: Signal<SignInProgress?> { get }
  /// The message of the whole form, why the password is still the old one; nil for none.
  var formMessage: Signal<Message?> { get }
}

/// The form that changes a password without its looks.
public protocol ChangePasswordViewModelType {
  /// What happens.
  var inputs: any ChangePasswordViewModelInputs { get }
  /// What is shown.
  var outputs: any ChangePasswordViewModelOutputs { get }
}

/// The form in which somebody who is signed in gives their account another password: proven by the old one, which is checked,
/// charged and logged as at signing in.
public final class ChangePasswordViewModel: ChangePasswordViewModelType, ChangePasswordViewModelInputs,
  ChangePasswordViewModelOutputs
{
  /// What an administrator or a command line decides.
  public struct Settings: Sendable {
    /// When errors are shown.
    public var timing = ValidationTiming.live
    /// Whether a valid field says so in words.
    public var showsHints = false

    /// The defaults of the program.
    public init() {}
  }

  public let oldPasswordStatus: Signal<FieldStatus>
  public let oldPasswordMessage: Signal<Message?>
  public let passwordStatus: Signal<FieldStatus>
  public let passwordMessage: Signal<Message?>
  public let passwordStrength: Signal<PasswordStrength?>
  public let oldPasswordNote: Signal<Message?>
  public let passwordNote: Signal<Message?>
  public let arePasswordsShown: Signal<Bool>
  public let repeatedPasswordStatus: Signal<FieldStatus>
  public let repeatedPasswordMessage: Signal<Message?>
  public let passwordsCleared: Signal<Void>
  public let focus: Signal<ChangePasswordField>
  public let isSubmitEnabled: Signal<Bool>
  public let progress: Signal<SignInProgress?>
  public let formMessage: Signal<Message?>

  public var inputs: any ChangePasswordViewModelInputs { self }
  public var outputs: any ChangePasswordViewModelOutputs { self }

  private let reveal: PasswordReveal
  private let bag = DisposeBag()

  /// - Parameters:
  ///   - changePassword: Makes the change.
  ///   - email: Whose password it is.
  ///   - oldLength: The lengths accepted of the old password, in characters; they may widen while the form is open.
  ///   - rules: What the new password has to be.
  ///   - settings: What an administrator or a command line decides.
  ///   - scheduler: Time.
  ///   - routing: Where the way leads from here. Held weakly.
  public init(
    changePassword: any ChangingPassword, email: EmailAddress, oldLength: Signal<PasswordPolicy>,
    rules: NewPasswordRules, settings: Settings, scheduler: any Scheduler, routing: any ChangePasswordRouting
  ) {
    // Whoever changes a password here was given no session that could be spared.
    let submission = Submission(scheduler: scheduler) { (change: PasswordChange) in
      await changePassword.changePassword(of: email, from: change.old, to: change.new, sparing: nil)
    }

    // Validity.
    let submitted = submitRelay.signal
    let old = Signal<FieldValidation.Event>.merge(
      Signal.combineLatest(oldRelay.signal, oldLength).map { password, policy in
        .changed(isEmpty: password.isEmpty, isValid: policy.violation(characterCount: password.count) == nil)
      },
      submission.ended.map { .cleared }
    ).validation(left: leaveRelay.signal.only(.oldPassword), submitted: submitted, settings.timing)
    let new = NewPasswordFields(
      .init(text: passwordRelay.signal, left: leaveRelay.signal.only(.password)),
      again: .init(text: repeatRelay.signal, left: leaveRelay.signal.only(.repeatedPassword)), email: .just(email.text),
      rules: rules,
      submitted: submitted, ended: submission.ended, timing: settings.timing, showsHints: settings.showsHints)
    oldPasswordStatus = old.signal.map(\.status).skipRepeats()
    passwordStatus = new.password.signal.map(\.status).skipRepeats()
    repeatedPasswordStatus = new.repetition.signal.map(\.status).skipRepeats()
    oldPasswordMessage = Signal.combineLatest(oldPasswordStatus, oldLength).map { status, policy in
      status.message(error: .passwordLength(policy.length), hint: settings.showsHints ? .passwordValid : nil)
    }.skipRepeats()
    passwordMessage = new.passwordMessage
    passwordStrength = new.strength
    repeatedPasswordMessage = new.repetitionMessage

    // What of the passwords is seen.
    let isCapsLockOn = capsLockRelay.signal.hold(false)
    oldPasswordNote = oldRelay.signal.note(isCapsLockOn: isCapsLockOn.signal)
    passwordNote = passwordRelay.signal.note(isCapsLockOn: isCapsLockOn.signal)
    reveal = PasswordReveal(
      asked: revealRelay.signal,
      hidden: .merge(
        leaveRelay.signal.map { _ in }, submission.started, submission.ended, suspendRelay.signal, cancelRelay.signal),
      scheduler: scheduler)
    arePasswordsShown = reveal.isShown.signal

    // Where Enter and the button lead: to what is in the way, or on.
    let fields = Signal.combineLatest([old.signal, new.password.signal, new.repetition.signal])
    let form = Signal.combineLatest(fields, submission.isUnderWay.signal).map(FormState<ChangePasswordField>.init)
    isSubmitEnabled = form.map(\.isSubmittable).skipRepeats()
    let steps = form.steps(returned: returnRelay.signal, submitted: submitted)
    passwordsCleared = submission.ended
    focus = .merge(
      viewDidLoadRelay.signal.map { .oldPassword }, steps.compactMap(\.field),
      submission.ended.map { .oldPassword })

    // A try, and why the password is still the old one.
    steps.filter { $0 == .submit }
      .withLatest(from: .combineLatest(oldRelay.signal, passwordRelay.signal))
      .subscribe { _, fields in
        submission.start { () throws(PasswordError) in
          PasswordChange(old: try fields.0.sealed(), new: try fields.1.sealed())
        }
      }.disposed(by: bag)
    progress = submission.progress
    let typed = Signal.merge(oldRelay.signal, passwordRelay.signal, repeatRelay.signal)
      .filter { !$0.isEmpty }.map { _ in }
    formMessage = Signal<Message?>.merge(
      submission.answered.map(Self.message(for:)), submission.unusable.map { .passwordUnusable($0) },
      submission.started.map { nil }
    ).shown(until: typed, scheduler)

    // Where the way leads.
    submission.answered.filter { $0 == .changed }
      .subscribe { [weak routing] _ in routing?.didChangePassword() }.disposed(by: bag)
    cancelRelay.signal.withLatest(from: submission.isUnderWay.signal)
      .subscribe { [weak routing] _, isUnderWay in
        if isUnderWay { submission.abandon() } else { routing?.didCancelPasswordChange() }
      }.disposed(by: bag)
  }

  // MARK: Inputs

  private let viewDidLoadRelay = Relay<Void>()
  public func viewDidLoad() {
    viewDidLoadRelay.send()
  }

  private let oldRelay = Relay<GuardedText>()
  public func didChange(oldPassword: GuardedText) {
    oldRelay.send(oldPassword)
  }

  private let passwordRelay = Relay<GuardedText>()
  public func didChange(password: GuardedText) {
    passwordRelay.send(password)
  }

  private let repeatRelay = Relay<GuardedText>()
  public func didChange(repeatedPassword: GuardedText) {
    repeatRelay.send(repeatedPassword)
  }

  private let leaveRelay = Relay<ChangePasswordField>()
  public func didLeave(_ field: ChangePasswordField) {
    leaveRelay.send(field)
  }

  private let returnRelay = Relay<ChangePasswordField>()
  public func returnTapped(in field: ChangePasswordField) {
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

  private static func message(for outcome: PasswordChangeOutcome) -> Message? {
    switch outcome {
    case .changed, .cancelled: nil
    case .violation(let violation): Message(violation)
    case .refused: .wrongOldPassword
    case .throttled(let seconds): .tooManyAttempts(seconds: seconds)
    case .unavailable(let error): .passwordNotChanged(error)
    }
  }
}

/// The password of before and the new one.
private struct PasswordChange {
  let old: SealedPassword
  let new: SealedPassword
}
