/// The rule that slows guessing down.
///
/// For each email: the n-th failure in a row, n ≥ ``firstBlockingFailure``, blocks for 2^(n − firstBlockingFailure)
/// seconds, at most ``longestBlock`` (OWASP Authentication Cheat Sheet, "Account Lockout"). All failures of strangers count
/// together, from whichever source. A success clears those that came from its own source. For ``ThrottlePair/memory`` the
/// email is at home there: only the failures of that source count there, and nowhere else.
///
/// When a block ends, a source that has failed gives way for ``grace`` to those who have asked meanwhile and have failed
/// earlier, or not at all. So one stranger who tries at each end has one turn of many. See
/// Decisions/0164-strangers-at-a-service.md.
///
/// For each source, and for each uid as a whole: see ``SourceLimits``.
///
/// An attempt that is pending is no failure yet. Where its failure would block a further attempt, that attempt waits. So
/// many wrong attempts at once get as many answers as one after another, and many right ones at once all get in.
///
/// It is a pure value. Stores ask it inside the transaction that records the attempt, see
/// ``AttemptLog/charge(_:from:under:)``. See Decisions/0082-throttle-waits.md.
public struct Throttle: Sendable, Hashable {
  /// The first failure in a row that blocks, at least 1.
  public var firstBlockingFailure: Int
  /// The longest block, so that a stranger cannot lock a user out for longer. See Decisions/0082-throttle-waits.md.
  public var longestBlock: Duration
  /// A run of failures is forgotten after this long without another one.
  public var memory: Duration
  /// After so many failures in a row an email takes no attempts, until an administrator clears them. Nil for never. See
  /// Decisions/0082-throttle-waits.md.
  public var disablingFailure: Int?
  /// The uids that many people share, because a gate runs as that user.
  public var gateUIDs: Set<UInt32>

  /// After a block ends, a source that has failed is refused for so long if another source waits. So a person has the time to
  /// see that the block is over, and an attacker cannot take each first attempt.
  public static let grace = Duration.seconds(30)
  /// An attempt that is pending for longer counts as a failure: its program was probably killed.
  public static let longestVerification = Duration.seconds(20)

  /// By default the third failure blocks for 1 s, no block is longer than 15 min, runs are kept for 12 h, and no number
  /// of failures disables an account.
  public init(
    firstBlockingFailure: Int = 3, longestBlock: Duration = .seconds(15 * 60), memory: Duration = .seconds(12 * 3600),
    disablingFailure: Int? = nil, gateUIDs: Set<UInt32> = []
  ) {
    self.firstBlockingFailure = firstBlockingFailure
    self.longestBlock = longestBlock
    self.memory = memory
    self.disablingFailure = disablingFailure
    self.gateUIDs = gateUIDs
  }

  /// Returns how long `failures` in a row block, counted from the last one.
  public func block(after failures: Int) -> Duration {
    guard failures >= firstBlockingFailure else { return .zero }
    let doublings = min(failures - firstBlockingFailure, 40)  // 2^40 s are 35,000 years: above any sane cap
    return min(.seconds(Int64(1) << Int64(doublings)), longestBlock)
  }

  /// Judges an attempt with `key` made at `now`, and brings `state` to that moment. An admitted attempt is pending from
  /// then on: the caller gives it an identifier and adds it.
  public func judge(_ key: ThrottleKey, in state: inout ThrottleState, at now: Timestamp) -> ThrottleVerdict {
    state.advance(to: now)
    // Before anything is forgotten: a disabled email takes no attempts however long it rests.
    if isDisabled(state.runs(of: key.email)) { return .disabled }
    state.runs = state.runs.filter { $0.key.email != key.email || isRemembered($0.value, at: now) }
    let ofEmail = judgeEmail(key, in: state, at: now)
    let verdict = ofEmail.stricter(judgeSource(key, in: state, at: now))
    if case .blocked = ofEmail, !state.isAtHome(key) { state.lineUp(key, at: now) }
    if case .admitted = verdict { state.leaveLine(key) }
    return verdict
  }

  /// Returns for how many seconds, rounded up, failures block an attempt with `key` at `now`. Nil if they do not.
  public func secondsBlocked(_ key: ThrottleKey, in state: ThrottleState, at now: Timestamp) -> Int? {
    let runs = state.runs(for: key).values.filter { isRemembered($0, at: now) }.map { $0.noLater(than: now) }
    let left = timeLeft(runs, at: now)
    return left > .zero ? left.secondsRoundedUp : nil
  }

  /// Whether the limits of its source block an attempt with `key` at `now`, whatever its email has failed.
  public func blocksSource(_ key: ThrottleKey, in state: ThrottleState, at now: Timestamp) -> Bool {
    if case .blocked = judgeSource(key, in: state, at: now) { true } else { false }
  }

  func limits(of source: ThrottleSource) -> SourceLimits { isGate(source.uid) ? .ofGate : .ofSource }

  /// Whether people behind that uid choose neither their host nor a uid of their own, so that only hosts count.
  func isGate(_ uid: UInt32) -> Bool { gateUIDs.contains(uid) }

  private func judgeEmail(_ key: ThrottleKey, in state: ThrottleState, at now: Timestamp) -> ThrottleVerdict {
    let runs = state.runs(for: key)
    var left = timeLeft(Array(runs.values), at: now)
    if left <= .zero { left = graceLeft(for: key, after: runs, in: state, at: now) }
    if left > .zero { return .blocked(seconds: left.secondsRoundedUp) }
    let undecided = state.pendingCount(for: key)
    let mayBlock =
      undecided > 0 && Array(runs.values).failures.addingSaturated(undecided) >= firstBlockingFailure
    let all = state.pending.values.count { $0.key.email == key.email }
    let mayDisable =
      disablingFailure.map { all > 0 && state.runs(of: key.email).failures.addingSaturated(all) >= $0 } ?? false
    return mayBlock || mayDisable ? .mustWait : .admitted
  }

  /// How long a source that has failed still gives way to others.
  private func graceLeft(
    for key: ThrottleKey, after runs: [ThrottleKey: FailureRun], in state: ThrottleState, at now: Timestamp
  ) -> Duration {
    guard !state.isAtHome(key), let own = runs[key]?.last, let last = runs.values.map(\.last).max() else {
      return .zero
    }
    let block = block(after: Array(runs.values).failures)
    let gives = state.pairs.contains { other, pair in
      guard other.email == key.email, other != key, !state.isAtHome(other), let waiting = pair.waiting else {
        return false
      }
      return waiting >= last && (runs[other].map { $0.last < own } ?? true)
    }
    return gives && block > .zero ? block + Self.grace - now.since(last) : .zero
  }

  /// An email that is at home at the source waits for no others there, except while too many are verified.
  private func judgeSource(_ key: ThrottleKey, in state: ThrottleState, at now: Timestamp) -> ThrottleVerdict {
    let here = state.filter { $0 == key.source }
    let ofUID = state.filter { $0.uid == key.source.uid }
    let hasRoom = limits(of: key.source).hasRoom(in: here) && SourceLimits.ofUID.hasRoom(in: ofUID)
    if state.isAtHome(key) { return hasRoom ? .admitted : .mustWait }
    let verdict = limits(of: key.source).judge(key.email, in: here, at: now)
    if isGate(key.source.uid) { return verdict.stricter(hasRoom ? .admitted : .mustWait) }
    return verdict.stricter(SourceLimits.ofUID.judge(key.email, in: ofUID, at: now))
  }

  func isDisabled(_ runs: [FailureRun]) -> Bool { disablingFailure.map { runs.failures >= $0 } ?? false }

  func isRemembered(_ run: FailureRun, at now: Timestamp) -> Bool {
    run.failures > 0 && now.since(run.last) < memory
  }

  private func timeLeft(_ runs: [FailureRun], at now: Timestamp) -> Duration {
    runs.map(\.last).max().map { block(after: runs.failures) - now.since($0) } ?? .zero
  }
}

extension [FailureRun] {
  /// The number of failures in all runs.
  var failures: Int { reduce(0) { $0.addingSaturated(Swift.max(0, $1.failures)) } }
}

/// The answer of a ``Throttle``.
public enum ThrottleVerdict: Sendable, Hashable {
  /// The attempt may be verified, and is pending from now on.
  case admitted
  /// Others are pending that could block this one. Nothing was counted; ask again soon.
  case mustWait
  /// No attempt is allowed for that many seconds, rounded up. This one is neither verified nor counted.
  case blocked(seconds: Int)
  /// No attempt is allowed until an administrator clears the failures of the email.
  case disabled

  func stricter(_ other: ThrottleVerdict) -> ThrottleVerdict {
    switch (self, other) {
    case (.disabled, _), (_, .disabled): .disabled
    case (.blocked(let one), .blocked(let two)): .blocked(seconds: max(one, two))
    case (.blocked, _): self
    case (_, .blocked): other
    case (.mustWait, _), (_, .mustWait): .mustWait
    case (.admitted, .admitted): .admitted
    }
  }
}
