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
    case .passwordUnusable(let error): translated(error.reason)
    case .wrongEmailOrPassword: translated("Wrong email or password.")
    case .tooManyAttempts(let seconds):
      translated("Too many attempts. Try again in {seconds} s.", ["seconds": String(seconds)])
    case .unavailable(let reason): translated("Sign-in is unavailable: {reason}.", ["reason": translated(reason)])
    }
  }
}
