import Signals

/// A form at one moment, and what Enter and the button do then.
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
  private let isUnderWay: Bool

  /// - Parameters:
  ///   - validations: What is known of each field, in the order of the form.
  ///   - isUnderWay: Whether the form was submitted and the answer is still to come.
  init(_ validations: [FieldValidation], isUnderWay: Bool) where Field: CaseIterable {
    fields = Array(zip(Field.allCases, validations))
    self.isUnderWay = isUnderWay
  }

  var isSubmittable: Bool {
    !isUnderWay && fields.allSatisfy(\.validation.isValid)
  }

  /// The button submits, or leads to the first field that is in the way. Nil while the answer is still to come.
  var submitStep: Step? {
    if isUnderWay { return nil }
    return fields.first { !$0.validation.isValid }.map { .focus($0.name) } ?? .submit
  }

  /// Enter in a field leads to the next empty field, past the end to the first; where none is empty it submits.
  func returnStep(in field: Field) -> Step? where Field: Equatable {
    let behind = fields.drop { $0.name != field }.dropFirst()
    let others = behind + fields.prefix { $0.name != field }
    return others.first(where: \.validation.isEmpty).map { .focus($0.name) } ?? submitStep
  }
}

extension FormState.Step: Equatable where Field: Equatable {}

extension Signal {
  /// Where Enter in a field and the button lead, taken from the form as it is then.
  func steps<Field: Equatable>(returned: Signal<Field>, submitted: Signal<Void>) -> Signal<FormState<Field>.Step>
  where Value == FormState<Field> {
    .merge(
      returned.withLatest(from: self).compactMap { field, form in form.returnStep(in: field) },
      submitted.withLatest(from: self).compactMap { _, form in form.submitStep })
  }
}
