public import Identity
import Secrets
public import Signals

/// A field of the form that changes a password, in form order.
public enum ChangePasswordField: FieldName, CaseIterable {
  /// The current password.
  case currentPassword
  /// The new password.
  case password
  /// The new password, repeated.
  case repeatedPassword
}

/// The events of the form that changes a password: only those of every form.
public protocol ChangePasswordViewModelInputs: FormInputs<ChangePasswordField> {}

/// The state of the form that changes a password: only that of every form.
public protocol ChangePasswordViewModelOutputs: FormOutputs<ChangePasswordField> {}

/// The form that changes a password, without its view.
public protocol ChangePasswordViewModelType {
  /// The events that the view reports.
  var inputs: any ChangePasswordViewModelInputs { get }
  /// The state that the view shows.
  var outputs: any ChangePasswordViewModelOutputs { get }
}

/// The form in which a signed-in user changes their password. The current password proves who they are; it is checked,
/// charged and logged as at sign-in.
public final class ChangePasswordViewModel: FormViewModel, ChangePasswordViewModelType, ChangePasswordViewModelInputs,
  ChangePasswordViewModelOutputs
{
  public let form: FormFlow<ChangePasswordField>

  public var inputs: any ChangePasswordViewModelInputs { self }
  public var outputs: any ChangePasswordViewModelOutputs { self }

  private let bag = DisposeBag()

  /// - Parameters:
  ///   - changePassword: Changes the password.
  ///   - email: The email of the account.
  ///   - currentLength: The lengths accepted for the current password, in characters; they may widen while the form is
  ///     open.
  ///   - rules: The rules for the new password, once they are known.
  ///   - queue: The place in a queue that a submission gets.
  ///   - tally: The attempts so far, of earlier forms too.
  ///   - settings: Options set by an administrator or on the command line.
  ///   - scheduler: The clock of all timers.
  ///   - routing: Decides what comes after the form. Held weakly.
  public init(
    changePassword: any ChangingPassword, email: EmailAddress, currentLength: Signal<PasswordPolicy?>,
    rules: Signal<NewPasswordRules?>, queue: Signal<Int> = .merge(), tally: AttemptTally, settings: FormSettings,
    scheduler: any Scheduler,
    routing: any ChangePasswordRouting
  ) {
    let submission = Submission(scheduler: scheduler, queue: queue, keepsPasswords: { $0.block != nil }) {
      (change: PasswordChange) in
      await changePassword.changePassword(of: email, from: change.current, to: change.new)
    }
    let events = FormEvents<ChangePasswordField>(submission, settings, scheduler)
    let refused = submission.answered.filter(\.isRefused).map { _ in }
    let current = PasswordField(.currentPassword, events, length: currentLength, refused: refused)
    let password = NewPasswordField(.password, events, for: .just(email.text), unlike: current.text, by: rules)
    let repeatedPassword = RepeatedPasswordField(.repeatedPassword, events, repeating: password)
    form = FormFlow(
      events, submission, scheduler, fields: ChangePasswordField.allCases,
      field: { name in
        switch name {
        case .currentPassword: current
        case .password: password
        case .repeatedPassword: repeatedPassword
        }
      },
      content: .combineLatest(current.text, password.text), request: PasswordChange.init(typed:),
      block: tally.block(of: .just(.email(email))).map { $0?.message },
      failure: submission.answered.map(Self.message(for:))
    ) { [weak routing] in routing?.didCancelPasswordChange() }

    // The block that an attempt met, and routing.
    submission.answered.compactMap(\.block)
      .subscribe { tally.didBlock(.email(email), $0.cause, seconds: $0.seconds) }.disposed(by: bag)
    submission.answered.filter { $0 == .changed }
      .subscribe { [weak routing] _ in routing?.didChangePassword() }.disposed(by: bag)
  }

  // MARK: Rules

  private static func message(for outcome: PasswordChangeOutcome) -> Message? {
    switch outcome {
    case .changed, .throttled, .cancelled: nil
    case .violation(let violation): Message(violation)
    case .refused: .wrongCurrentPassword
    case .disabled: .attemptsDisabled
    case .unavailable(let error): .passwordNotChanged(error)
    }
  }
}

extension PasswordChangeOutcome {
  fileprivate var isRefused: Bool {
    if case .refused = self { true } else { false }
  }

  /// The block that the attempt met or began, if any. The passwords typed may stay meanwhile.
  fileprivate var block: (cause: BlockCause, seconds: Int)? {
    switch self {
    case .refused(let seconds): seconds.map { (.wrongCurrentPassword, $0) }
    case .throttled(let seconds): (.tooManyAttempts, seconds)
    case .changed, .violation, .disabled, .unavailable, .cancelled: nil
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
