import Sentences
import Terminal

/// How an email that was probably meant is told.
enum Suggestion {
  /// Below its field, with the key that takes it.
  static func withKey(_ email: String) -> String {
    translated("Did you mean {email}? Press {key} to use it.", ["email": email, "key": Key(.right).name])
  }

  /// Below its field, while keys go elsewhere.
  static func away(_ email: String) -> String {
    translated("Did you mean {email}?", ["email": email])
  }

  /// Where there are no keys. The way back is an empty line, and there the email stands for another one.
  static func inWords(_ email: String) -> String {
    translated("Did you mean {email}? Leave the password empty to go back.", ["email": email])
  }
}
