import Signals

/// When a field shows that it is not valid.
public enum ValidationTiming: CaseIterable, Sendable {
  /// On each keystroke.
  case live
  /// When the field is left or the form is submitted. The next keystroke that makes the field valid clears the error.
  case late
}

/// The validation of a field, and the look that follows from it.
///
/// A value that only ``receive(_:)`` changes, so this file holds everything about validation.
struct FieldValidation: Hashable {
  enum Event {
    /// The text changed, by the user or by the form.
    case changed(isEmpty: Bool, isValid: Bool)
    /// The same, while the rules are not known yet.
    case changedUnjudged(isEmpty: Bool)
    /// The focus left the field.
    case left
    /// Enter was pressed in the field, or the form was submitted.
    case demanded
    /// The content keeps the rules, but a submission with it was refused.
    case refused
    /// The view model is about to empty the field. Validation starts over.
    case cleared
  }

  private let timing: ValidationTiming
  private var isTouched = false
  private(set) var isEmpty = true
  private(set) var isValid = false
  /// Whether the field was empty when it was demanded, and still is.
  private(set) var isMissing = false
  private(set) var status = FieldStatus.neutral

  init(timing: ValidationTiming) {
    self.timing = timing
  }

  mutating func receive(_ event: Event) {
    switch event {
    case .changed(let isEmpty, let isValid):
      self.isEmpty = isEmpty
      self.isValid = isValid
      isTouched = isTouched || !isEmpty
      isMissing = isMissing && isEmpty
      let isShown = isMissing || isTouched && (timing == .live || status == .invalid)
      status = if isValid { .valid } else if isShown { .invalid } else { .neutral }
    case .changedUnjudged(let isEmpty):
      // It may be submitted, because a submission waits for the rules.
      receive(.changed(isEmpty: isEmpty, isValid: !isEmpty))
      if status == .valid { status = .neutral }
    case .left:
      if isTouched && !isValid { status = .invalid }
    case .demanded:
      isMissing = isEmpty
      if isMissing || isTouched && !isValid { status = .invalid }
    case .refused:
      if isValid { status = .neutral }
    case .cleared:
      self = FieldValidation(timing: timing)
    }
  }
}

extension FieldValidation {
  /// Returns the message that goes with the look.
  func message(missing: Message, error: Message?, hint: Message?) -> Message? {
    switch status {
    case .neutral: nil
    case .valid: hint
    case .invalid: isMissing ? missing : error
    }
  }
}

extension Signal where Value == FieldValidation.Event {
  /// Returns a field's validation after these events, after the focus leaves the field, and after it is demanded.
  /// - Parameter timing: When errors are shown; nil leaves that to the settings.
  func validation<Name>(
    of name: Name, _ events: FormEvents<Name>, timing: ValidationTiming? = nil
  ) -> Property<FieldValidation> {
    let untouched = FieldValidation(timing: timing ?? events.settings.timing)
    let demanded = Signal<Void>.merge(events.returned.signal.only(name), events.submitted.signal)
    return Signal.merge(self, events.leaves(of: name).map { .left }, demanded.map { .demanded })
      .scan(untouched) { validation, event in
        var next = validation
        next.receive(event)
        return next
      }.hold(untouched)
  }

  /// Returns the same for a secret field, which is emptied after a submission.
  func validation<Name>(
    ofSecret name: Name, _ events: FormEvents<Name>, timing: ValidationTiming? = nil
  ) -> Property<FieldValidation> {
    Signal.merge(self, events.emptied.map { .cleared }).validation(of: name, events, timing: timing)
  }
}
