public import Identity

/// Where the way leads from the sign-in form.
public protocol SignInRouting: AnyObject {
  /// Somebody signed in.
  func didSignIn(_ signedIn: SignedIn)
  /// Somebody left without signing in.
  func didCancelSignIn()
  /// Somebody has no account yet and wants one. What they typed for the email so far goes with them.
  func didAskToCreateAccount(email: String)
  /// All attempts that one run of the program grants were refused.
  func didUseUpAttempts()
}
