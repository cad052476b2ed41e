import Sentences
import Terminal

/// How an email that was probably meant is told.
enum Suggestion {
  /// Below its field, with the key that takes it while that goes there.
  static func show(_ email: String?, below field: TextField) {
    field.note = email.map { translated("Did you mean {email}? Press {key}.", ["email": $0, "key": Key(.right).name]) }
    field.noteAway = email.map { translated("Did you mean {email}?", ["email": $0]) }
  }

  /// Where there are no keys. The way back is an empty line, and there the email stands for another one.
  static func inWords(_ email: String) -> String {
    translated("Did you mean {email}? Go back with an empty line.", ["email": email])
  }
}
