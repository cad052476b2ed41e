import Terminal

/// How an email that was probably meant is told.
enum Suggestion {
  /// Below the field, with the key that takes it.
  static func onScreen(_ email: String) -> String {
    translated("Did you mean {email}? Press {key}.", ["email": email, "key": Key(.right).name])
  }

  /// Where there are no keys. The way back is an empty line, and there the email stands for another one.
  static func inWords(_ email: String) -> String {
    translated("Did you mean {email}? Go back with an empty line.", ["email": email])
  }
}
