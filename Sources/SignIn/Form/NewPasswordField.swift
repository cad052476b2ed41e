import Identity
import Secrets
import Signals

/// A field for a new password: judged by all rules, rated for its strength, and judged again when the email changes.
struct NewPasswordField: FormField {
  /// The text, each time it changes.
  let text: Signal<GuardedText>
  let start = ""
  let validation: Property<FieldValidation>
  let typed: Signal<Void>
  let outputs: FieldOutputs

  /// - Parameters:
  ///   - name: The name of this field.
  ///   - events: The events of the form.
  ///   - email: The email that the password must not resemble.
  ///   - current: The password that this one must differ from.
  ///   - rules: The rules for the password, once they are known.
  init<Name>(
    _ name: Name, _ events: FormEvents<Name>, for email: Signal<String>, unlike current: Signal<GuardedText> = .merge(),
    by rules: Signal<NewPasswordRules?>
  ) {
    let text = events.changes(of: name)
    let current = current.map { $0 as GuardedText? }.startWith(nil)
    let judged = Signal.combineLatest(text, email, .combineLatest(current, rules))
      .map { NewPassword($0, for: $1, unlike: $2.0, by: $2.1) }.hold(NewPassword())
    let validation = judged.signal.map(\.event).validation(ofSecret: name, events)
    let message = Signal.combineLatest(validation.signal, judged.signal).map { validation, password in
      validation.message(
        missing: .newPasswordMissing, error: password.violation.map(Message.init),
        hint: events.settings.showsHints ? .passwordValid : nil)
    }
    self.text = text
    self.validation = validation
    typed = text.typed
    outputs = FieldOutputs(
      ofSecret: validation, message, note: text.note(isCapsLockOn: events.isCapsLockOn),
      strength: judged.signal.map(\.strength).skipRepeats(), events)
  }
}

/// The judgement of a new password.
private struct NewPassword: Equatable {
  var isEmpty = true
  /// Whether the rules are known.
  var isJudged = true
  var violation: PasswordViolation?
  /// Nil while there is no password, or no rule.
  var strength: PasswordStrength?

  var event: FieldValidation.Event {
    isJudged ? .changed(isEmpty: isEmpty, isValid: !isEmpty && violation == nil) : .changedUnjudged(isEmpty: isEmpty)
  }
}

extension NewPassword {
  init(_ password: GuardedText, for email: String, unlike current: GuardedText?, by rules: NewPasswordRules?) {
    isEmpty = password.isEmpty
    isJudged = rules != nil
    guard let rules else { return }
    violation = rules.violation(of: password, for: email)
    if violation == nil, current?.contentsEqual(password) == true { violation = .unchanged }
    strength = password.isEmpty ? nil : rules.strength(of: password)
  }
}
