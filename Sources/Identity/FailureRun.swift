/// Failures in a row, of one email or of one source.
public struct FailureRun: Sendable, Hashable {
  /// The number of failures.
  public var failures: Int
  /// The time of the last failure.
  public var last: Timestamp
  /// The time of the failure before the last, or of the last if there is only one. `last` returns to it when a charge
  /// is taken back.
  public var previous: Timestamp

  /// A run from a store.
  public init(failures: Int, last: Timestamp, previous: Timestamp) {
    self.failures = failures
    self.last = last
    self.previous = previous
  }

  /// `run` with one more failure, at `now`.
  init(_ run: FailureRun?, failedAt now: Timestamp) {
    let before = max(0, run?.failures ?? 0)
    failures = before == .max ? before : before + 1
    last = now
    previous = run?.last ?? now
  }

  /// The run without the failure charged in advance at `moment`, or nil if nothing is left. A success takes back the
  /// charge of its own attempt from its source, and no more.
  ///
  /// `last` goes back too, unless there was another failure since. Otherwise the success itself would prolong the
  /// block.
  public func takingBack(chargedAt moment: Timestamp) -> FailureRun? {
    guard failures > 1 else { return nil }
    return FailureRun(failures: failures - 1, last: last == moment ? previous : last, previous: previous)
  }

  func noLater(than now: Timestamp) -> FailureRun {
    FailureRun(failures: failures, last: min(last, now), previous: min(previous, now))
  }
}
