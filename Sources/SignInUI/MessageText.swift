import Secrets
public import SignIn

extension Message {
  /// The message as a sentence, in the language of the user.
  public var text: String {
    switch self {
    case .emailNotValid: translated("Entered email is not valid.")
    case .emailValid: translated("Email is valid")
    case .passwordLength(let range):
      translated(
        "Password has to be from {least} to {most} characters long.",
        ["least": String(range.lowerBound), "most": String(range.upperBound)])
    case .passwordValid: translated("Password is valid")
    case .passwordUnusable(let error): error.reason.translation
    case .capsLockOn: translated("Caps Lock is on.")
    case .allCapitals: translated("All letters are capitals. Is Caps Lock on?")
    case .passwordPartOfEmail: translated("The password must not be your email or a part of it.")
    case .passwordCommon: translated("This password is one of the most common ones.")
    case .passwordsDiffer: translated("The passwords differ.")
    case .passwordsMatch: translated("The passwords match")
    case .wrongEmailOrPassword: translated("Wrong email or password.")
    case .tooManyAttempts(let seconds):
      translated("Too many attempts. Try again in {seconds} s.", ["seconds": String(seconds)])
    case .unavailable(let reason): translated("Sign-in is unavailable: {reason}.", ["reason": reason.translation])
    case .accountExists: translated("There is an account for this email already.")
    case .passwordChanged: translated("Password changed. All sessions ended.")
    case .wrongCurrentPassword: translated("The old password is wrong.")
    case .passwordNotChanged(let reason):
      translated("The password was not changed: {reason}.", ["reason": reason.translation])
    case .noActivity: translated("Nobody has tried to sign in yet.")
    case .nothingFound: translated("Nothing found.")
    case .activityUnavailable(let reason):
      translated("Activity cannot be shown: {reason}.", ["reason": reason.translation])
    case .failedAttempts(let count):
      translated(
        counting: count, "{count} failed attempt since your last sign-in",
        "{count} failed attempts since your last sign-in")
    case .accountNotAdded(let reason):
      translated("The account was not created: {reason}.", ["reason": reason.translation])
    }
  }
}
