import Identity
import Secrets
import Signals

/// The two fields that a new password is typed into, the second time to be sure.
///
/// The password is judged anew when the email changes, its repetition when either of the two does. When what was submitted has
/// ended, both begin anew.
struct NewPasswordFields {
  let password: Property<FieldValidation>
  let repetition: Property<FieldValidation>
  let strength: Signal<PasswordStrength?>
  let passwordMessage: Signal<Message?>
  let repetitionMessage: Signal<Message?>

  /// What is in a field.
  struct Source {
    /// What it holds, each time that this changes.
    let text: Signal<GuardedText>
    /// The focus left it.
    let left: Signal<Void>
  }

  init(
    _ first: Source, again: Source, email: Signal<String>, rules: NewPasswordRules, submitted: Signal<Void>,
    ended: Signal<Void>, timing: ValidationTiming, showsHints: Bool
  ) {
    let judged = Signal.combineLatest(first.text, email).map { NewPassword($0, for: $1, by: rules) }.hold(NewPassword())
    let typed = first.text.map { $0 as GuardedText? }.startWith(nil)
    password = Signal<FieldValidation.Event>.merge(
      judged.signal.map { .changed(isEmpty: $0.isEmpty, isValid: $0.isValid) }, ended.map { .cleared }
    ).validation(left: first.left, submitted: submitted, timing)
    repetition = Signal<FieldValidation.Event>.merge(
      Signal.combineLatest(again.text, typed).map { again, typed in
        .changed(isEmpty: again.isEmpty, isValid: !again.isEmpty && typed?.contentsEqual(again) == true)
      },
      ended.map { .cleared }
    ).validation(left: again.left, submitted: submitted, timing)
    strength = judged.signal.map(\.strength).skipRepeats()
    passwordMessage = Signal.combineLatest(password.signal.map(\.status), judged.signal).map { status, password in
      status.message(error: password.violation.map(Message.init), hint: showsHints ? .passwordValid : nil)
    }.skipRepeats()
    repetitionMessage = repetition.signal.map { repetition in
      repetition.status.message(error: .passwordsDiffer, hint: showsHints ? .passwordsMatch : nil)
    }.skipRepeats()
  }
}

/// What is known of a new password.
private struct NewPassword: Equatable {
  var violation: PasswordViolation?
  /// Nil while there is no password.
  var strength: PasswordStrength?

  var isEmpty: Bool { strength == nil }
  var isValid: Bool { !isEmpty && violation == nil }
}

extension NewPassword {
  init(_ password: GuardedText, for email: String, by rules: NewPasswordRules) {
    violation = rules.violation(of: password, for: email)
    strength = password.isEmpty ? nil : rules.strength(of: password)
  }
}
