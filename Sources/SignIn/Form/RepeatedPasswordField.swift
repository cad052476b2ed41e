import Identity
import Secrets
import Signals

/// A field that repeats a new password, judged again when either of the two changes.
struct RepeatedPasswordField: FormField {
  let start = ""
  let validation: Property<FieldValidation>
  let typed: Signal<Void>
  let outputs: FieldOutputs

  /// - Parameters:
  ///   - name: The name of this field.
  ///   - events: The events of the form.
  ///   - first: The field to repeat.
  init<Name>(_ name: Name, _ events: FormEvents<Name>, repeating first: NewPasswordField) {
    let text = events.changes(of: name)
    let password = first.text.map { $0 as GuardedText? }.startWith(nil)
    let validation = Signal.combineLatest(text, password).map { text, password in
      FieldValidation.Event.changed(
        isEmpty: text.isEmpty, isValid: !text.isEmpty && password?.contentsEqual(text) == true)
    }.validation(ofSecret: name, events)
    let message = validation.signal.map { validation in
      validation.message(
        missing: .repetitionMissing, error: .passwordsDiffer,
        hint: events.settings.showsHints ? .passwordsMatch : nil)
    }
    self.validation = validation
    typed = text.typed
    outputs = FieldOutputs(ofSecret: validation, message, events)
  }
}
