public import Secrets

/// The names of a form's fields, in the order of the form.
public nonisolated protocol FieldName: Hashable, CaseIterable, Sendable {}

/// What happens at any form.
public protocol FormInputs<Field> {
  /// The names of the fields.
  associatedtype Field: FieldName

  /// The view is there and its outputs are bound.
  func viewDidLoad()
  /// The field holds this now. The same text each time, lent until the form goes.
  func didChange(_ field: Field, to text: GuardedText)
  /// The suggestion below this field was taken.
  func suggestionAccepted(in field: Field)
  /// The focus left this field.
  func didLeave(_ field: Field)
  /// Enter was pressed in this field.
  func returnTapped(in field: Field)
  /// The button was pressed.
  func submitTapped()
  /// F2 was pressed: to read the passwords, or to hide them again.
  func revealTapped()
  /// The program is about to be stopped, or to exit.
  func willSuspend()
  /// Caps Lock went on or off; told only where that can be known.
  func capsLockChanged(isOn: Bool)
  /// Esc was pressed: cancels a submission under way, else the form.
  func cancelTapped()
}
