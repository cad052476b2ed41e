/// How a field looks: the colour of its border and the mark in it.
public enum FieldStatus: Hashable, Sendable {
  /// Nothing to say yet: untouched, or not to be judged before it is left.
  case neutral
  /// What it holds can be submitted.
  case valid
  /// What it holds cannot be submitted, and the message below says why.
  case invalid
}

extension FieldStatus {
  /// The message that goes with the look.
  func message(error: Message?, hint: Message?) -> Message? {
    switch self {
    case .neutral: nil
    case .valid: hint
    case .invalid: error
    }
  }
}
