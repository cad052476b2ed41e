/// Decides what comes after the list of activity.
public protocol ActivityRouting: AnyObject {
  /// The user left the list and stays signed in.
  func didLeaveActivity()
  /// The user asked to change the password.
  func didAskToChangePassword()
  /// The user asked to set up two-step sign-in.
  func didAskToSetUpSecondStep()
  /// The user asked to link a user name to the account.
  func didAskToLink()
  /// The user signed out.
  func didSignOut()
}
