import Sentences
import Terminal

/// The sentences that suggest an email.
enum Suggestion {
  /// Below the email's field. While the field has the focus, an arrow before the words is the key that takes the suggestion.
  static func onScreen(_ email: String) -> String {
    translated("Did you mean {email}?", ["email": email])
  }

  /// In a dialogue, which has no keys. An empty line leads back to the email, where another one takes the suggestion.
  static func inWords(_ email: String) -> String {
    translated("Did you mean {email}? Leave the password empty to go back.", ["email": email])
  }
}
