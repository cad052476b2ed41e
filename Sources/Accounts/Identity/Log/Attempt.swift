/// The identifier of a row in its log, and its place there: later rows have greater ones.
public struct AttemptID: Sendable, Hashable, Comparable, Codable {
  /// The time of the log when the row was added. It never goes back, where the store can ensure it. So it is later than
  /// ``Attempt/time`` in a row that was added after the clock was set back. See Decisions/0128-log-only-grows.md.
  public let time: Timestamp
  /// The row's number in the log, unique. It distinguishes rows of one time. An owner sees another one in its place, which
  /// distinguishes them too, in no order.
  public let number: Int64

  /// The identifier with that time and number.
  public init(time: Timestamp, number: Int64) {
    self.time = time
    self.number = number
  }

  /// True when `left` was added earlier: by time, then by number.
  public static func < (left: AttemptID, right: AttemptID) -> Bool {
    (left.time, left.number) < (right.time, right.number)
  }
}

/// One row of the log: an attempt or a change. It may stand for several alike that followed one another.
public struct Attempt: Sendable, Hashable, Codable {
  /// Its identifier.
  public let id: AttemptID
  /// The time at which it was charged, or the change was made.
  public let time: Timestamp
  /// The email of the account, or the digest of an unknown login: see ``EmailAddress/isUnknown``.
  public let email: EmailAddress
  /// Its outcome.
  public let outcome: AttemptOutcome
  /// Its source.
  public let source: AttemptSource
  /// The number of attempts or ended sessions in the row, at least 1.
  public let times: Int
  /// The time of the last of them, which is ``time`` if there is only one.
  public let until: Timestamp

  /// A row with the given properties.
  public init(
    id: AttemptID, time: Timestamp, email: EmailAddress, outcome: AttemptOutcome, source: AttemptSource, times: Int = 1,
    until: Timestamp? = nil
  ) {
    self.id = id
    self.time = time
    self.email = email
    self.outcome = outcome
    self.source = source
    self.times = times
    self.until = until ?? time
  }
}
