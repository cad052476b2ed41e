public import Identity

/// Decides what comes after the form for a new account.
public protocol SignUpRouting: AnyObject {
  /// The user created an account and is signed in to it.
  func didSignUp(_ signedIn: SignedIn)
  /// The user created an account with this email, but signing in failed, as `outcome` says. The sign-in form comes
  /// next.
  func didCreateAccount(_ email: EmailAddress, signIn outcome: SignInOutcome)
  /// The user left without creating an account.
  func didCancelSignUp()
}
