public import Signals

/// The state of any form, for its view.
public protocol FormOutputs<Field> {
  /// The names of the fields.
  associatedtype Field: FieldName

  /// Show these fields, in form order. They never change.
  var fields: [Field] { get }
  /// Returns the outputs of a field.
  func field(_ name: Field) -> FieldOutputs
  /// Give this field the focus.
  var focus: Signal<Field> { get }
  /// Enable or disable the button.
  var isSubmitEnabled: Signal<Bool> { get }
  /// Show how long the submission has been under way; nil when none is. Discard keys meanwhile.
  var progress: Signal<SubmissionProgress?> { get }
  /// Show this message of the whole form, why the last submission failed; nil for none.
  var message: Signal<Message?> { get }
}
