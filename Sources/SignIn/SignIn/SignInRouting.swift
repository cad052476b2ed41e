public import Identity

/// Decides what comes after the sign-in form.
public protocol SignInRouting: AnyObject {
  /// The user signed in.
  func didSignIn(_ signedIn: SignedIn)
  /// The password alone was not enough: the sign-in goes on with this step.
  func didMeet(_ step: ConversationStep, in conversation: Conversation)
  /// The user left without signing in.
  func didCancelSignIn()
  /// The user asked for a new account. The email typed so far goes along.
  func didAskToCreateAccount(email: String)
  /// The user used up the attempts that one run of the program allows; all were refused.
  func didUseUpAttempts()
}
