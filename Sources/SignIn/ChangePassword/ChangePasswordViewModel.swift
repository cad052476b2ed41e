public import Identity
import Secrets
public import Signals

/// A field of the form that changes a password, in the order of the form.
public enum ChangePasswordField: FieldName {
  /// The current password.
  case currentPassword
  /// The new one.
  case password
  /// The new one once more.
  case repeatedPassword
}

/// What happens at the form that changes a password: no more than at every form.
public protocol ChangePasswordViewModelInputs: FormInputs<ChangePasswordField> {}

/// What the form that changes a password shows: no more than every form.
public protocol ChangePasswordViewModelOutputs: FormOutputs<ChangePasswordField> {}

/// The form that changes a password without its looks.
public protocol ChangePasswordViewModelType {
  /// What happens.
  var inputs: any ChangePasswordViewModelInputs { get }
  /// What is shown.
  var outputs: any ChangePasswordViewModelOutputs { get }
}

/// The form in which somebody who is signed in gives their account another password. The current password proves who they
/// are; it is checked, charged and logged as at signing in.
public final class ChangePasswordViewModel: FormViewModel, ChangePasswordViewModelType, ChangePasswordViewModelInputs,
  ChangePasswordViewModelOutputs
{
  public let form: FormFlow<ChangePasswordField>

  public var inputs: any ChangePasswordViewModelInputs { self }
  public var outputs: any ChangePasswordViewModelOutputs { self }

  private let bag = DisposeBag()

  /// - Parameters:
  ///   - changePassword: Makes the change.
  ///   - email: Whose password it is.
  ///   - currentLength: The lengths accepted of the current password, in characters; they may widen while the form is open.
  ///   - rules: What the new password must be.
  ///   - settings: What an administrator or a command line decides.
  ///   - scheduler: Time.
  ///   - routing: Where the way leads from here. Held weakly.
  public init(
    changePassword: any ChangingPassword, email: EmailAddress, currentLength: Signal<PasswordPolicy>,
    rules: NewPasswordRules, settings: FormSettings, scheduler: any Scheduler, routing: any ChangePasswordRouting
  ) {
    // This form belongs to a sign-in without a session, so there is none to spare.
    let submission = Submission(scheduler: scheduler) { (change: PasswordChange) in
      await changePassword.changePassword(of: email, from: change.current, to: change.new, sparing: nil)
    }
    let events = FormEvents<ChangePasswordField>(submission, settings, scheduler)
    let current = PasswordField(.currentPassword, events, length: currentLength)
    let password = NewPasswordField(.password, events, for: .just(email.text), unlike: current.text, by: rules)
    let repeatedPassword = RepeatedPasswordField(.repeatedPassword, events, repeating: password)
    form = FormFlow(
      events, submission, scheduler,
      field: { name in
        switch name {
        case .currentPassword: current
        case .password: password
        case .repeatedPassword: repeatedPassword
        }
      },
      content: .combineLatest(current.text, password.text), request: PasswordChange.init(typed:),
      message: Self.message(for:)
    ) { [weak routing] in routing?.didCancelPasswordChange() }

    // Where the way leads.
    submission.answered.filter { $0 == .changed }
      .subscribe { [weak routing] _ in routing?.didChangePassword() }.disposed(by: bag)
  }

  // MARK: Rules

  private static func message(for outcome: PasswordChangeOutcome) -> Message? {
    switch outcome {
    case .changed, .cancelled: nil
    case .violation(let violation): Message(violation)
    case .refused: .wrongCurrentPassword
    case .throttled(let seconds): .tooManyAttempts(seconds: seconds)
    case .unavailable(let error): .passwordNotChanged(error)
    }
  }
}

/// The current password and the new one.
private struct PasswordChange {
  let current: SealedPassword
  let new: SealedPassword

  init(typed: (current: GuardedText, new: GuardedText)) throws(PasswordError) {
    current = try typed.current.sealed()
    new = try typed.new.sealed()
  }
}
