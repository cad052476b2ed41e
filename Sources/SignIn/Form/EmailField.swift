import Identity
import Secrets
import Signals

/// A field for an email, judged by the rule of ``EmailAddress``. It suggests a correction if the domain looks mistyped.
struct EmailField: FormField {
  /// The text.
  let text: Signal<String>
  let start: String
  let validation: Property<FieldValidation>
  let typed: Signal<Void>
  let outputs: FieldOutputs

  /// - Parameters:
  ///   - name: The name of this field.
  ///   - events: The events of the form.
  ///   - start: The text that the field starts with.
  ///   - isFixed: Whether the user can't change it.
  ///   - refused: A submission with the text was refused.
  init<Name>(
    _ name: Name, _ events: FormEvents<Name>, startingWith start: String?, isFixed: Bool = false,
    refused: Signal<Void> = .merge()
  ) {
    let start = start ?? ""
    let settings = events.settings
    let changes = events.changes(of: name)
    let text = changes.map { $0.withUTF8 { String(decoding: $0, as: UTF8.self) } }.hold("").signal
    let validation = Signal.merge(
      text.map { FieldValidation.Event.changed(email: $0) }, refused.map { .refused }
    ).validation(of: name, events)
    let suggestion = settings.suggestsDomains ? text.suggestion(left: events.leaves(of: name)).signal : .just(nil)
    self.start = start
    self.text = text
    self.validation = validation
    // The view reports the text that the field starts with as a change, too.
    typed = (start.isEmpty ? changes : changes.skip(1)).map { _ in }
    outputs = FieldOutputs(
      isSecret: false, isMasked: false, isFixed: isFixed,
      text: events.loaded.signal.map { start }.filter { !$0.isEmpty },
      isValid: validation.signal.map(\.isValid).skipRepeats(),
      status: validation.signal.map(\.status).skipRepeats(),
      message: Signal.combineLatest(validation.signal, suggestion).map { validation, suggestion in
        validation.message(
          missing: .emailMissing, error: .emailNotValid,
          hint: settings.showsHints && suggestion == nil ? .emailValid : nil)
      }.skipRepeats(),
      suggestion: suggestion,
      correction: events.accepted.signal.only(name).withLatest(from: suggestion).compactMap { $1 })
  }
}
