import Signals

/// A form at one moment. It decides what Enter and the button do.
struct FormState<Field> {
  enum Step {
    case focus(Field)
    case submit

    /// The field to focus.
    var field: Field? {
      if case .focus(let field) = self { field } else { nil }
    }
  }

  private let fields: [(name: Field, validation: FieldValidation)]
  private let isBusy: Bool

  /// - Parameters:
  ///   - fields: The validation of each field, in form order.
  ///   - isBusy: Whether nothing can be submitted: an answer is still to come, or attempts are blocked.
  init(_ fields: [(name: Field, validation: FieldValidation)], isBusy: Bool) {
    self.fields = fields
    self.isBusy = isBusy
  }

  var isSubmittable: Bool {
    !isBusy && fields.allSatisfy { $0.validation.isValid }
  }

  /// The step of the button: submits, or focuses the first field that is not valid. Nil while nothing
  /// can be submitted.
  var submitStep: Step? {
    if isBusy { return nil }
    return fields.first { !$0.validation.isValid }.map { .focus($0.name) } ?? .submit
  }

  /// The step of Enter: stays in an empty field, which then says what is missing; else focuses the next empty field,
  /// past the last to the first. Without one, it does what the button does.
  func returnStep(in field: Field) -> Step? where Field: Equatable {
    if fields.contains(where: { $0.name == field && $0.validation.isEmpty }) { return .focus(field) }
    let behind = fields.drop { $0.name != field }.dropFirst()
    let others = behind + fields.prefix { $0.name != field }
    return others.first(where: \.validation.isEmpty).map { .focus($0.name) } ?? submitStep
  }
}

extension FormState.Step: Equatable where Field: Equatable {}

extension Signal {
  /// The steps of Enter and the button, decided by the form's state at that moment.
  func steps<Field: Equatable>(returned: Signal<Field>, submitted: Signal<Void>) -> Signal<FormState<Field>.Step>
  where Value == FormState<Field> {
    .merge(
      returned.withLatest(from: self).compactMap { field, form in form.returnStep(in: field) },
      submitted.withLatest(from: self).compactMap { _, form in form.submitStep })
  }
}
