import Identity
import SignIn

extension SignedIn {
  /// The provider at which the user has approved the sign-in; nil for another way.
  var approvedBy: String? {
    if case .name(let name) = login, Subject.isByApproval(name.provider) { name.provider } else { nil }
  }

  /// The text for the next sign-in form; nil if the account has no email of a person.
  var rememberedText: String? {
    guard approvedBy != nil else { return login.text }
    let text = login.typed.isEmpty ? email.text : login.typed
    return text.lowercased().hasSuffix(".localhost") ? nil : text
  }
}

extension Conversation {
  /// The sign-in of the user who has this conversation; nil if it is the sign-in itself, or unlocks.
  var signedIn: SignedIn? {
    switch purpose {
    case .change(_, let signedIn), .link(let signedIn): signedIn
    case .signIn, .unlock: nil
    }
  }

  /// What is said where time ran out.
  var tooLate: Message { signedIn == nil ? .answerTooLate : .setUpTooLate }

  /// The email of the account that it is about.
  var accountEmail: EmailAddress { signedIn?.email ?? login.email }
}
