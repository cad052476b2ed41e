/// Decides what comes after the form that changes a password.
public protocol ChangePasswordRouting: AnyObject {
  /// The user changed the password.
  func didChangePassword()
  /// The user left without changing the password.
  func didCancelPasswordChange()
}
