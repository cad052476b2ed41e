/// The identifier of an attempt in its log. Later attempts have greater ones.
public struct AttemptID: Sendable, Hashable, Comparable {
  /// The number that the log gave it.
  public let number: Int64

  /// The identifier with that number.
  public init(_ number: Int64) {
    self.number = number
  }

  /// True when `left` was charged earlier.
  public static func < (left: AttemptID, right: AttemptID) -> Bool { left.number < right.number }
}

/// The outcome of an attempt. The raw values are part of the schema: stores keep them, searches find them, and other
/// programs read them.
public enum AttemptOutcome: String, Sendable, Hashable, CaseIterable {
  /// Charged and not settled: under way, or ended by a kill. Counts as a failure after
  /// ``Throttle/longestVerification``.
  case pending
  /// Right email and password.
  case signedIn = "signed-in"
  /// Wrong email or password, or the account is locked.
  case refused
  /// Made while blocked. Neither verified nor counted.
  case throttled
  /// Cancelled by the user before the answer. Counts as a failure.
  case cancelled
}

/// One row of the log.
public struct Attempt: Sendable, Hashable {
  /// Its identifier.
  public let id: AttemptID
  /// The time at which it was charged.
  public let time: Timestamp
  /// The email typed, with or without an account.
  public let email: EmailAddress
  /// Its outcome.
  public let outcome: AttemptOutcome
  /// Its source.
  public let source: AttemptSource

  /// A row with the given properties.
  public init(id: AttemptID, time: Timestamp, email: EmailAddress, outcome: AttemptOutcome, source: AttemptSource) {
    self.id = id
    self.time = time
    self.email = email
    self.outcome = outcome
    self.source = source
  }
}
