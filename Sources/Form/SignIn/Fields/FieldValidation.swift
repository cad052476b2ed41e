import Signals

/// The validation of a field, and the look that follows from it.
///
/// A value that only ``receive(_:)`` changes, so this file holds everything about validation.
struct FieldValidation: Hashable {
  enum Event {
    /// The content changed, by the user or by the form.
    case changed(FieldContent)
    /// The focus left the field.
    case blurred
    /// Enter was pressed in the field, or the form was submitted.
    case submitRequested
    /// The content keeps the rules, but a submission with it was refused.
    case refused
    /// The view model is about to empty the field. Validation starts over.
    case cleared
  }

  private let timing: ValidationTiming
  /// What the field holds when validation starts.
  private let start: FieldContent
  private var isTouched = false
  private var content: FieldContent
  /// Whether the field was empty when it was demanded, and still is.
  private(set) var isMissing = false
  private(set) var status = FieldStatus.neutral

  /// Whether the content can be submitted.
  var isValid: Bool { content.isSubmittable }

  init(timing: ValidationTiming, startingWith start: FieldContent = FieldContent()) {
    (self.timing, self.start, content) = (timing, start, start)
  }

  mutating func receive(_ event: Event) {
    switch event {
    case .changed(let content):
      self.content = content
      isTouched = isTouched || !content.isEmpty
      isMissing = isMissing && content.isEmpty
      let isShown = isMissing || isTouched && (timing == .live || status == .invalid)
      status =
        switch content.verdict {
        case .valid: content.isEmpty ? .neutral : .valid
        case .unknown where !content.isEmpty: .neutral
        case .incomplete: isMissing ? .invalid : .neutral
        case .invalid, .unknown: isShown ? .invalid : .neutral
        }
    case .blurred:
      if isTouched && !isValid { status = .invalid }
    case .submitRequested:
      isMissing = content.isMissing
      if isMissing || isTouched && !isValid { status = .invalid }
    case .refused:
      if isValid { status = .neutral }
    case .cleared:
      self = FieldValidation(timing: timing, startingWith: start)
    }
  }
}

extension FieldValidation {
  /// Returns the message that goes with the look.
  func message(missing: Message?, error: Message?, hint: Message?) -> Message? {
    switch status {
    case .neutral: nil
    case .valid: hint
    case .invalid: isMissing ? missing : error
    }
  }
}

extension FieldInputs {
  /// The validation of this field: after these changes of its content, when it is left, when Enter is pressed in it, and
  /// after what happens to the form.
  func validation(
    of content: Signal<FieldContent>, submitted: Signal<Void>, refused: Signal<Void> = .merge(),
    emptied: Signal<Void> = .merge(), _ timing: ValidationTiming, startingWith start: FieldContent = FieldContent()
  ) -> Property<FieldValidation> {
    let untouched = FieldValidation(timing: timing, startingWith: start)
    return Signal<FieldValidation.Event>.merge(
      content.map { .changed($0) }, leaves.signal.map { .blurred }, returns.signal.map { .submitRequested },
      submitted.map { .submitRequested }, refused.map { .refused }, emptied.map { .cleared }
    ).scan(into: untouched) { $0.receive($1) }.hold(untouched)
  }
}

/// What a field holds, from the form's point of view.
struct FieldContent: Hashable {
  /// Whether the content keeps the rules of its field.
  enum Verdict {
    case valid
    case invalid
    /// Not yet, but it may: no error before the user is done.
    case incomplete
    /// The rules are not known yet.
    case unknown
  }

  var isEmpty = true
  var verdict = Verdict.invalid

  /// Whether it can be submitted. Without rules it may be, because a submission waits for them.
  var isSubmittable: Bool { verdict == .valid || verdict == .unknown && !isEmpty }

  /// Whether it is empty, and must not be.
  var isMissing: Bool { isEmpty && verdict != .valid }
}
