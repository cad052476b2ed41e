/// What the ``Throttle`` knows of an email at a source, beside its failures there.
public struct ThrottlePair: Sendable, Hashable, Codable {
  /// The last success; nil for none.
  public var succeeded: Timestamp?
  /// The last time at which strangers' failures blocked an attempt; nil for none since the last that was admitted.
  public var waiting: Timestamp?

  /// A success is remembered for so long. Until then the email is at home there.
  public static let memory = Duration.seconds(30 * 24 * 3600)
  /// Whoever waits is remembered for so long.
  public static let memoryOfWaiting = Duration.seconds(3600)

  /// A pair from a store.
  public init(succeeded: Timestamp? = nil, waiting: Timestamp? = nil) {
    (self.succeeded, self.waiting) = (succeeded, waiting)
  }

  /// What of it still counts at `now`; nil if nothing does.
  func current(at now: Timestamp) -> ThrottlePair? {
    let pair = ThrottlePair(
      succeeded: succeeded.flatMap { now.since($0) < Self.memory ? min($0, now) : nil },
      waiting: waiting.flatMap { now.since($0) < Self.memoryOfWaiting ? min($0, now) : nil })
    return pair == ThrottlePair() ? nil : pair
  }
}

extension ThrottleState {
  /// Whether somebody has signed in with that email from that source within ``ThrottlePair/memory``. Failures of strangers
  /// make nobody wait there.
  func isAtHome(_ key: ThrottleKey) -> Bool { pairs[key]?.succeeded != nil }

  /// The runs that count for an attempt with `key`: at home its own, elsewhere those of all strangers together.
  func runs(for key: ThrottleKey) -> [ThrottleKey: FailureRun] {
    if isAtHome(key) { return runs.filter { $0.key == key } }
    return runs.filter { $0.key.email == key.email && !isAtHome($0.key) }
  }

  /// The same of the pending attempts.
  func pendingCount(for key: ThrottleKey) -> Int {
    if isAtHome(key) { return pending.values.count { $0.key == key } }
    return pending.values.count { $0.key.email == key.email && !isAtHome($0.key) }
  }

  /// An attempt with `key` was blocked by the failures of strangers.
  mutating func lineUp(_ key: ThrottleKey, at now: Timestamp) { pairs[key, default: ThrottlePair()].waiting = now }

  /// It waits no more.
  mutating func leaveLine(_ key: ThrottleKey) {
    guard var pair = pairs[key] else { return }
    pair.waiting = nil
    pairs[key] = pair == ThrottlePair() ? nil : pair
  }
}
