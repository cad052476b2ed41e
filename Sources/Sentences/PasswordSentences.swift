public import Identity
public import Secrets

extension PasswordError {
  /// States the fault and the fix.
  public var sentence: String {
    switch self {
    case .empty: translated("The password is empty. Enter one.")
    case .tooLong(let limit):
      translated("The password is too long. Use at most {limit} bytes.", ["limit": String(limit)])
    case .controlCharacter: translated("The password holds a control character. Use characters that can be seen.")
    case .unassignedCharacter:
      translated("The password holds a character that this system does not know. Use another one.")
    case .outOfMemory:
      translated("There is not enough memory for the password. Close other programs and try again.")
    }
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
    case .partOfEmail: translated("The password must not be your email or a part of it.")
    case .common: translated("This password is one of the most common ones. Choose another.")
    case .unchanged: translated("That is your current password. Choose another.")
    }
  }
}
