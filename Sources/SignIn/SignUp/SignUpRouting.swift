public import Identity

/// Where the way leads from the form for a new account.
public protocol SignUpRouting: AnyObject {
  /// Somebody has an account now and is signed in to it.
  func didSignUp(_ signedIn: SignedIn)
  /// Somebody has an account now, of this email, but signing in to it failed: the sign-in form is next, and will say why.
  func didCreateAccount(_ email: EmailAddress)
  /// Somebody left without an account.
  func didCancelSignUp()
}
