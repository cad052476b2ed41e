import Sentences
import Terminal

/// The sentences that suggest an email.
enum Suggestion {
  /// Below the email's field, with the key that takes the suggestion.
  static func withKey(_ email: String) -> String {
    translated("Did you mean {email}? Press {key} to use it.", ["email": email, "key": Key(.right).name])
  }

  /// Below the email's field, while another control has the focus.
  static func away(_ email: String) -> String {
    translated("Did you mean {email}?", ["email": email])
  }

  /// In a dialogue, which has no keys. An empty line leads back to the email, where another one takes the suggestion.
  static func inWords(_ email: String) -> String {
    translated("Did you mean {email}? Leave the password empty to go back.", ["email": email])
  }
}
