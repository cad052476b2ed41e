/// Where the way leads from the list of activity.
public protocol ActivityRouting: AnyObject {
  /// Somebody has seen enough, and stays signed in.
  func didLeaveActivity()
  /// Somebody wants another password.
  func didAskToChangePassword()
  /// Somebody signs out.
  func didSignOut()
}
