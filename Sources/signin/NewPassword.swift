import Identity
import Secrets
import SignInUI

extension StandardInput {
  /// A password that nobody has yet, typed at the controlling terminal twice, unechoed.
  static func askForNewPassword(_ prompt: String, repeat second: String) throws(Failure) -> SealedPassword {
    let password = try askForPassword(prompt)
    guard try askForPassword(second).isSame(as: password) else {
      throw Failure(.unacceptable, translated("The passwords differ. Try again."))
    }
    return password
  }
}

extension Failure {
  /// A new password that is against the rules.
  init(_ violation: PasswordViolation) {
    switch violation {
    case .length(let range):
      self.init(
        .unacceptable,
        translated(
          "Password has to be from {least} to {most} characters long.",
          ["least": String(range.lowerBound), "most": String(range.upperBound)]))
    case .partOfEmail:
      self.init(.unacceptable, translated("The password must not be your email or a part of it."))
    case .common:
      self.init(.unacceptable, translated("This password is one of the most common ones. Choose another."))
    }
  }

  /// Too many failures, where there is no screen to wait at.
  static func throttled(seconds: Int) -> Failure {
    Failure(.throttled, translated("Too many attempts. Try again in {seconds} s.", ["seconds": String(seconds)]))
  }
}
