public import Identity

/// Decides what comes after the form for a new account.
public protocol SignUpRouting: AnyObject {
  /// The user created an account and is signed in to it.
  func didSignUp(_ signedIn: SignedIn)
  /// The user created an account with this email, but signing in failed. The sign-in form comes next and says why.
  func didCreateAccount(_ email: EmailAddress)
  /// The user left without creating an account.
  func didCancelSignUp()
}
