public import Identity
public import Secrets

extension PasswordError {
  /// States the fault and the fix.
  public var sentence: String {
    switch self {
    case .empty: translated("The password is empty. Enter one.")
    case .tooLong(let limit):
      translated("The password is too long. Use at most {limit} bytes.", ["limit": String(limit)])
    case .controlCharacter: translated("The password contains a control character. Use visible characters only.")
    case .unassignedCharacter:
      translated("The password contains a character that this system doesn't know. Use another one.")
    case .outOfMemory:
      translated("There isn't enough memory for the password. Close other programs and try again.")
    }
  }
}

extension PasswordPolicy {
  /// Says how long a new password has to be, before anybody types one.
  public var sentence: String {
    translated(
      "Use {least} to {most} characters.",
      ["least": String(length.lowerBound), "most": String(length.upperBound)])
  }
}

extension PasswordViolation {
  /// States the rule that a new password breaks.
  public var sentence: String {
    switch self {
    case .length(let range):
      translated(
        "Password has to be from {least} to {most} characters long.",
        ["least": String(range.lowerBound), "most": String(range.upperBound)])
    case .partOfEmail: translated("The password must not be, or be part of, your email.")
    case .common: translated("That password is too common. Choose another.")
    case .unchanged: translated("That is your current password. Choose another.")
    }
  }
}
