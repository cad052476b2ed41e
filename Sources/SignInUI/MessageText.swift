import Identity
import Sentences
public import SignIn

extension Message {
  /// The message as a sentence in the user's language.
  public var text: String {
    switch self {
    case .emailNotValid: Sentence.emailNotValid
    case .emailValid: translated("Email is valid")
    case .passwordLength(let range): PasswordViolation.length(range).sentence
    case .passwordValid: translated("Password is valid")
    case .passwordUnusable(let error): error.sentence
    case .capsLockOn: translated("Caps Lock is on.")
    case .allCapitals: translated("All letters are capitals. Is Caps Lock on?")
    case .passwordPartOfEmail: PasswordViolation.partOfEmail.sentence
    case .passwordCommon: translated("This password is one of the most common ones.")
    case .passwordUnchanged: PasswordViolation.unchanged.sentence
    case .passwordsDiffer: translated("The passwords differ.")
    case .passwordsMatch: translated("The passwords match")
    case .wrongEmailOrPassword: Sentence.wrongEmailOrPassword
    case .tooManyAttempts(let seconds): Sentence.tooManyAttempts(seconds: seconds)
    case .unavailable(let error): translated("Sign-in is unavailable: {reason}.", ["reason": error.clause])
    case .accountExists: translated("There is an account for this email already.")
    case .passwordChanged: translated("Password changed. All sessions ended.")
    case .wrongCurrentPassword: translated("The old password is wrong.")
    case .passwordNotChanged(let error):
      translated("The password was not changed: {reason}.", ["reason": error.clause])
    case .noActivity: translated("Nobody has tried to sign in yet.")
    case .nothingFound: translated("Nothing found.")
    case .activityUnavailable(let error):
      translated("Activity cannot be shown: {reason}.", ["reason": error.clause])
    case .failedAttempts(let count):
      translated(
        counting: count, "{count} failed attempt since your last sign-in",
        "{count} failed attempts since your last sign-in")
    case .accountNotAdded(let error):
      translated("The account was not created: {reason}.", ["reason": error.clause])
    }
  }
}
