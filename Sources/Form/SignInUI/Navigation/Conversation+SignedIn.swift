import Identity
import SignIn

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
