/// The name of an attempt in its log; later attempts have greater ones.
public struct AttemptID: Sendable, Hashable, Comparable {
  /// The number the log gave it.
  public let number: Int64

  /// The attempt of that number.
  public init(_ number: Int64) {
    self.number = number
  }

  /// True when `left` was charged earlier.
  public static func < (left: AttemptID, right: AttemptID) -> Bool { left.number < right.number }
}

/// What became of an attempt. The raw values are what stores keep, searches find and programs read: part of the schema.
public enum AttemptOutcome: String, Sendable, Hashable, CaseIterable {
  /// Charged and not settled: under way, or ended by a kill. Counts as a failure.
  case pending
  /// Right email and password.
  case signedIn = "signed-in"
  /// Wrong email or password, or the account is locked.
  case refused
  /// Made while blocked; neither verified nor counted.
  case throttled
  /// Given up by the person before the answer. Counts as a failure.
  case cancelled
}

/// One row of the log.
public struct Attempt: Sendable, Hashable {
  /// Its name.
  public let id: AttemptID
  /// When it was charged.
  public let time: Timestamp
  /// The email typed, known or not.
  public let email: EmailAddress
  /// What became of it.
  public let outcome: AttemptOutcome
  /// Where it came from.
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
