import Identity
import Secrets
import Signals

/// A field for an existing password, judged by its length alone. It starts over when it has been emptied.
struct PasswordField: FormField {
  /// The text, each time it changes.
  let text: Signal<GuardedText>
  let start = ""
  let validation: Property<FieldValidation>
  let typed: Signal<Void>
  let outputs: FieldOutputs

  /// - Parameters:
  ///   - name: The name of this field.
  ///   - events: The events of the form.
  ///   - length: The lengths accepted, in characters, once they are known; they may widen while the form is open.
  ///   - refused: A submission with the text was refused.
  init<Name>(
    _ name: Name, _ events: FormEvents<Name>, length: Signal<PasswordPolicy?>, refused: Signal<Void> = .merge()
  ) {
    let text = events.changes(of: name)
    let judged = Signal.combineLatest(text, length).map { password, policy in
      guard let policy else { return FieldValidation.Event.changedUnjudged(isEmpty: password.isEmpty) }
      return .changed(
        isEmpty: password.isEmpty, isValid: policy.violation(characterCount: password.count) == nil)
    }
    let validation = Signal.merge(judged, refused.map { .refused }).validation(ofSecret: name, events)
    let message = Signal.combineLatest(validation.signal, length).map { validation, policy in
      validation.message(
        missing: .passwordMissing, error: policy.map { .passwordLength($0.length) },
        hint: events.settings.showsHints ? .passwordValid : nil)
    }
    self.text = text
    self.validation = validation
    typed = text.typed
    outputs = FieldOutputs(ofSecret: validation, message, note: text.note(isCapsLockOn: events.isCapsLockOn), events)
  }
}

extension FieldOutputs {
  /// Makes the outputs of a password field.
  init<Name>(
    ofSecret validation: Property<FieldValidation>, _ message: Signal<Message?>, note: Signal<Message?> = .just(nil),
    strength: Signal<PasswordStrength?> = .just(nil), _ events: FormEvents<Name>
  ) {
    self.init(
      isSecret: true, isMasked: true, text: .merge(), isValid: validation.signal.map(\.isValid).skipRepeats(),
      status: validation.signal.map(\.status).skipRepeats(),
      message: message.skipRepeats(), note: note, strength: strength, secondsRevealed: events.secondsRevealed,
      cleared: events.emptied)
  }
}

extension Signal where Value == GuardedText {
  /// The user typed. An empty text does not count: the form may have emptied the field.
  var typed: Signal<Void> { filter { !$0.isEmpty }.map { _ in } }
}
