internal import Secrets

/// The lengths of passwords that a message may carry, in characters: within ``possible``.
public struct PasswordLengths: Sendable, Hashable {
  /// 1 to 1,024. No password has more characters than bytes.
  public static let possible = 1...SealedPassword.byteLimit

  /// The lengths.
  public let range: ClosedRange<Int>

  /// Those lengths; nil if one is not possible.
  public init?(_ range: ClosedRange<Int>) {
    guard Self.possible.contains(range.lowerBound), Self.possible.contains(range.upperBound) else { return nil }
    self.range = range
  }

  /// Those of the lengths that are possible, or the nearest one.
  public init(clamping range: ClosedRange<Int>) { self.range = range.clamped(to: Self.possible) }
}
