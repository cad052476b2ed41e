public import Secrets

/// What the form has to say, in a form that a view can translate. The sentences are the view's.
public enum Message: Equatable, Sendable {
  /// The email breaks the rule of ``EmailAddress``.
  case emailNotValid
  /// A hint: the email can be submitted.
  case emailValid
  /// The password has fewer or more characters than these.
  case passwordLength(ClosedRange<Int>)
  /// A hint: the password can be submitted.
  case passwordValid
  /// The password cannot be used at all, whatever the policy.
  case passwordUnusable(PasswordError)
  /// Refused; nobody is told which of the two was wrong.
  case wrongEmailOrPassword
  /// Blocked by the throttle for that many seconds.
  case tooManyAttempts(seconds: Int)
  /// It could not be found out whether the password is right.
  case unavailable(reason: String)
}
