/// The rule that slows guessing down. The n-th failure in a row, n ≥ ``firstBlockingFailure``, blocks for 2^(n −
/// firstBlockingFailure) seconds, at most ``longestBlock``. A run is forgotten after ``memory`` without a failure.
///
/// The rule holds separately for the email typed and for the source (OWASP Authentication Cheat Sheet, "Account
/// Lockout").
///
/// It is a pure value. Stores ask it inside the transaction that records the attempt, see
/// ``AttemptLog/charge(_:from:under:)``.
public struct Throttle: Sendable, Hashable {
  /// The first failure in a row that blocks, at least 1.
  public var firstBlockingFailure: Int
  /// The longest block, so that a stranger cannot lock a user out for longer. See Decisions/0042-stranger-and-owner.md.
  public var longestBlock: Duration
  /// A run of failures is forgotten after this long without another one.
  public var memory: Duration

  /// By default the third failure blocks for 1 s, no block is longer than 15 min, and runs are kept for 12 h.
  public init(
    firstBlockingFailure: Int = 3, longestBlock: Duration = .seconds(15 * 60), memory: Duration = .seconds(12 * 3600)
  ) {
    self.firstBlockingFailure = firstBlockingFailure
    self.longestBlock = longestBlock
    self.memory = memory
  }

  /// Returns how long a run of `failures` blocks, counted from its last failure.
  public func block(after failures: Int) -> Duration {
    guard failures >= firstBlockingFailure else { return .zero }
    let doublings = min(failures - firstBlockingFailure, 40)  // 2^40 s are 35,000 years: above any sane cap
    return min(.seconds(Int64(1) << Int64(doublings)), longestBlock)
  }

  /// Judges an attempt made at `now`, given the runs so far of its email and its source.
  public func judge(email: FailureRun?, source: FailureRun?, at now: Timestamp) -> ThrottleVerdict {
    let email = remembered(email, at: now)
    let source = remembered(source, at: now)
    let left = max(timeLeft(email, at: now), timeLeft(source, at: now))
    guard left > 0 else {
      return .charged(email: FailureRun(email, failedAt: now), source: FailureRun(source, failedAt: now))
    }
    return .blocked(seconds: Int((left + 999) / 1000), email: email, source: source)
  }

  /// Times in the future count as now: setting back a clock that was ahead must not block anybody.
  private func remembered(_ run: FailureRun?, at now: Timestamp) -> FailureRun? {
    guard let run = run?.noLater(than: now), run.failures > 0, now.since(run.last) < memory else { return nil }
    return run
  }

  /// Milliseconds until the block of `run` is over.
  private func timeLeft(_ run: FailureRun?, at now: Timestamp) -> Int64 {
    guard let run else { return 0 }
    return max(0, (block(after: run.failures) - now.since(run.last)).wholeMilliseconds)
  }
}

/// The answer of a ``Throttle``, with the runs to keep from now on. Nil means that there is nothing to keep.
public enum ThrottleVerdict: Sendable, Hashable {
  /// No attempt is allowed for that many seconds, rounded up. This one is neither verified nor counted.
  case blocked(seconds: Int, email: FailureRun?, source: FailureRun?)
  /// The attempt may be verified. It is counted as a failure in advance.
  case charged(email: FailureRun, source: FailureRun)
}
