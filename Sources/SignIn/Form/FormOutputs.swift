public import Signals

/// What any form shows.
public protocol FormOutputs<Field> {
  /// The names of the fields.
  associatedtype Field: FieldName

  /// What a field shows.
  func field(_ name: Field) -> FieldOutputs
  /// Give this field the focus.
  var focus: Signal<Field> { get }
  /// Whether the button can be pressed.
  var isSubmitEnabled: Signal<Bool> { get }
  /// How long the submission under way has been so; nil when none is. Keys are discarded meanwhile.
  var progress: Signal<SubmissionProgress?> { get }
  /// The message of the whole form: why the last submission failed; nil for none.
  var message: Signal<Message?> { get }
}
