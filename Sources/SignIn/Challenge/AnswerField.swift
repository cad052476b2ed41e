import Secrets
import Signals

/// A field for an answer that only the asker can judge. Here it must not be empty, and a code must be complete.
struct AnswerField: FormField {
  let start = ""
  let validation: Property<FieldValidation>
  let typed: Signal<Void>
  let outputs: FieldOutputs

  /// - Parameters:
  ///   - name: The name of this field.
  ///   - events: The events of the form.
  ///   - isMasked: Whether the answer stays hidden until the user asks to see it.
  ///   - missing: Says that the field is empty.
  ///   - fault: Returns what is wrong with a text; nil for nothing.
  init<Name>(
    _ name: Name, _ events: FormEvents<Name>, isMasked: Bool, missing: Message,
    fault: @escaping (GuardedText) -> Message? = { _ in nil }
  ) {
    let text = events.changes(of: name)
    let fault = text.map(fault).hold(nil)
    // A code is wrong until its last digit, so an error waits until the user is done.
    let validation = Signal.combineLatest(text, fault.signal).map { text, fault in
      FieldValidation.Event.changed(isEmpty: text.isEmpty, isValid: !text.isEmpty && fault == nil)
    }.validation(ofSecret: name, events, timing: .late)
    let message = Signal.combineLatest(validation.signal, fault.signal).map { validation, fault in
      validation.message(missing: missing, error: fault, hint: nil)
    }
    self.validation = validation
    typed = text.typed
    var outputs = FieldOutputs(
      ofSecret: validation, message, note: isMasked ? text.note(isCapsLockOn: events.isCapsLockOn) : .just(nil), events)
    outputs.isMasked = isMasked
    self.outputs = outputs
  }
}
