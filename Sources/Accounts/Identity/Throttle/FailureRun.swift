/// Failures in a row of one email from one source.
public struct FailureRun: Sendable, Hashable, Codable {
  /// The number of failures, at least 1.
  public var failures: Int
  /// The time at which the source began to count this email. See ``SourceLimits``.
  public var since: Timestamp
  /// The time of the last failure.
  public var last: Timestamp

  /// A run from a store.
  public init(failures: Int, since: Timestamp, last: Timestamp) {
    self.failures = failures
    self.since = since
    self.last = last
  }

  /// `run` with one more failure, at `moment`.
  init(_ run: FailureRun?, failedAt moment: Timestamp) {
    failures = max(0, run?.failures ?? 0).addingSaturated(1)
    last = max(run?.last ?? moment, moment)
    since = run.flatMap { moment.since($0.last) < SourceLimits.memory ? $0.since : nil } ?? moment
  }

  func noLater(than now: Timestamp) -> FailureRun {
    FailureRun(failures: failures, since: min(since, now), last: min(last, now))
  }
}

extension Int {
  /// The sum, or the greatest number if it is too large. A damaged store can hold any number.
  func addingSaturated(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
