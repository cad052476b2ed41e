/// The reason why a new password is refused.
public enum PasswordViolation: Error, Sendable, Hashable, Codable {
  /// It has fewer or more characters than the range allows.
  case length(ClosedRange<Int>)
  /// It is the email of the account, or a part of it.
  case partOfEmail
  /// It is one of the most common passwords.
  case common
  /// It is the password that the account has already.
  case unchanged

  // The names of what has no label in Swift.
  private enum LengthCodingKeys: String, CodingKey { case _0 = "allowed" }
}
