/// Failures in a row: of one email, or of one source.
public struct FailureRun: Sendable, Hashable {
  /// How many.
  public var failures: Int
  /// When the last one was.
  public var last: Timestamp
  /// When the last but one was, the last if there is none: what `last` goes back to when a charge is taken back.
  public var previous: Timestamp

  /// A run as a store kept it.
  public init(failures: Int, last: Timestamp, previous: Timestamp) {
    self.failures = failures
    self.last = last
    self.previous = previous
  }

  /// `run` with one failure more, at `now`.
  init(_ run: FailureRun?, failedAt now: Timestamp) {
    let before = max(0, run?.failures ?? 0)
    failures = before == .max ? before : before + 1
    last = now
    previous = run?.last ?? now
  }

  /// The run as if the failure charged in advance at `moment` had never been, nil when nothing is left: a success
  /// gives its source back what its attempt had cost, and no more.
  ///
  /// `last` goes back too, unless others failed since; else the success itself would prolong the block.
  public func takingBack(chargedAt moment: Timestamp) -> FailureRun? {
    guard failures > 1 else { return nil }
    return FailureRun(failures: failures - 1, last: last == moment ? previous : last, previous: previous)
  }

  func noLater(than now: Timestamp) -> FailureRun {
    FailureRun(failures: failures, last: min(last, now), previous: min(previous, now))
  }
}
