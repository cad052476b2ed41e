/// Where the way leads from the form that changes a password.
public protocol ChangePasswordRouting: AnyObject {
  /// The password is another one from now on.
  func didChangePassword()
  /// Somebody left, and the password is the same as before.
  func didCancelPasswordChange()
}
