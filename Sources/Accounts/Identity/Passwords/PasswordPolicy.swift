internal import Secrets

/// The range of lengths of a password.
///
/// It binds new passwords, as one of the ``NewPasswordRules``. Signing in accepts the widest range ever in force for
/// the store (``AccountStore/widestPasswordLength(including:)``), so that a changed policy locks nobody out.
public struct PasswordPolicy: Sendable, Hashable {
  /// The fewest and most characters, as people count them (grapheme clusters).
  public var length: ClosedRange<Int>

  /// A policy of `length` characters, 6 to 20 by default.
  public init(length: ClosedRange<Int> = 6...20) {
    self.length = length
  }

  /// The length of any password. Providers outside of the store have rules of their own.
  public static let any = PasswordPolicy(length: 1...SealedPassword.byteLimit)

  /// Returns the rule that a password of `characterCount` characters breaks, or nil if none.
  public func violation(characterCount: Int) -> PasswordViolation? {
    length.contains(characterCount) ? nil : .length(length)
  }
}

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
