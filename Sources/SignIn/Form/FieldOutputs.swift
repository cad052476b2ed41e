public import Identity
public import Signals

/// What a field shows.
public struct FieldOutputs {
  /// Whether it holds a password, which is shown only when somebody asks to see it.
  public let isSecret: Bool
  /// Put this text into the field. The field feeds it back as a change.
  public let text: Signal<String>
  /// The look of the field.
  public let status: Signal<FieldStatus>
  /// The message of the field, nil for none.
  public let message: Signal<Message?>
  /// The text that was probably meant, to be taken with one key; nil for none. Never while there is a message.
  public var suggestion: Signal<String?> = .just(nil)
  /// Put this text into the field, as a change that can be undone. The field feeds it back.
  public var correction: Signal<String> = .merge()
  /// What somebody who cannot see their letters should know while there is no message, nil for nothing.
  public var note: Signal<Message?> = .just(nil)
  /// How hard the new password is to guess, nil while there is none.
  public var strength: Signal<PasswordStrength?> = .just(nil)
  /// Whether a password can be read: for 5 s, and not once the focus has moved or the form was submitted.
  public var isRevealed: Signal<Bool> = .just(false)
  /// Empty the field.
  public var cleared: Signal<Void> = .merge()
}

/// A field as its form sees it. The kinds of field differ in what is valid and in what they say.
protocol FormField {
  /// What the field starts with.
  var start: String { get }
  /// Whether the form can be submitted with what it holds.
  var validation: Property<FieldValidation> { get }
  /// Somebody typed in it.
  var typed: Signal<Void> { get }
  /// What it shows.
  var outputs: FieldOutputs { get }
}
