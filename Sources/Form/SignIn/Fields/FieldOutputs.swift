public import Identity
public import Signals

/// The state of a field, for its view.
public struct FieldOutputs {
  /// Whether the field holds a secret, which is emptied after a submission, and never offered again.
  public let isSecret: Bool
  /// Whether the text stays hidden until the user asks to see it.
  public var isMasked: Bool
  /// Whether the user can't change the text. Then the field never has the focus.
  public var isFixed = false
  /// Put this text into the field. The field reports it as a change.
  public var text: Signal<String> = .merge()
  /// Whether a tick may mark the text as valid: not for a secret that only the server can judge.
  public var isTickedWhenValid = true
  /// Whether the content can be submitted. It may look neutral all the same, after a refusal.
  public let isValid: Signal<Bool>
  /// Draw the field with this look: the colour of its border.
  public let status: Signal<FieldStatus>
  /// Show this error, or hint, at the field; nil for none.
  public let message: Signal<Message?>
  /// Offer this text, which was probably meant, for one key; nil for none. Never set while there is a message.
  public var suggestion: Signal<String?> = .just(nil)
  /// Put this text into the field, as a change that the user can undo. The field reports it as a change.
  public var correction: Signal<String> = .merge()
  /// While there is no message, show this note to a user who can't see the letters; nil for none.
  public var note: Signal<Message?> = .just(nil)
  /// Show how hard the new password is to guess; nil while there is none.
  public var strength: Signal<PasswordStrength?> = .just(nil)
  /// Show the password for this many more seconds; nil hides it.
  public var secondsRevealed: Signal<Int?> = .just(nil)
  /// Enter in this field leads on to another one, which is empty. Otherwise it submits the form.
  public var returnLeadsOn: Signal<Bool> = .just(false)
  /// The rule for a text that is not typed yet; nil for none, or while it is not known.
  public var rule: Signal<Message?> = .just(nil)
  /// Empty the field. The field reports it as a change.
  public var cleared: Signal<Void> = .merge()
}

/// How a field looks: the colour of its border and the mark in it.
public enum FieldStatus: Hashable, Sendable {
  /// Nothing to say: the field is untouched, or judged only once it is left, or the content was refused or looks mistyped.
  case neutral
  /// The content can be submitted.
  case valid
  /// The content can't be submitted; the message below says why.
  case invalid
}

extension FieldOutputs {
  /// The same, in a form where Enter may lead on to another field.
  func leading(on leadsOn: Signal<Bool>) -> FieldOutputs {
    var outputs = self
    outputs.returnLeadsOn = leadsOn
    return outputs
  }
}
