public import Secrets

/// The name of a field in its form.
public nonisolated protocol FieldName: Hashable, Sendable {}

/// The events of any form.
public protocol FormInputs<Field> {
  /// The names of the fields.
  associatedtype Field: FieldName

  /// The view loaded and bound its outputs.
  func viewDidLoad()
  /// The text of this field changed. It is the same object each time, lent for as long as the form exists.
  func didChange(_ field: Field, to text: GuardedText)
  /// The suggestion below this field was accepted.
  func suggestionAccepted(in field: Field)
  /// The focus left this field.
  func didLeave(_ field: Field)
  /// Enter was pressed in this field.
  func returnTapped(in field: Field)
  /// The button was pressed.
  func submitTapped()
  /// F2 was pressed: shows the passwords, or hides them again.
  func revealTapped()
  /// The program is about to be suspended or to exit.
  func willSuspend()
  /// Caps Lock went on or off. Reported only where that can be known.
  func capsLockChanged(isOn: Bool)
  /// Esc was pressed: cancels the submission under way, or leaves the form.
  func cancelTapped()
}
