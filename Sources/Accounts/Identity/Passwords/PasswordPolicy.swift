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
