/// A number of events that may happen at once, and come back one after another, evenly over a minute.
struct TokenBucket: Sendable, Hashable {
  /// The events in a minute, at least 1.
  let perMinute: Int
  private var taken = Duration.zero
  private var last: Duration

  /// A full bucket, at `now` of a clock that never goes back.
  init(perMinute: Int, at now: Duration) {
    self.perMinute = perMinute
    last = now
  }

  /// Takes a token for one event; false if there is none.
  mutating func take(at now: Duration) -> Bool {
    drain(to: now)
    let cost = Duration.seconds(60) / perMinute
    guard taken + cost <= .seconds(60) else { return false }
    taken += cost
    return true
  }

  /// Whether nothing is missing, so that it need not be remembered.
  mutating func isFull(at now: Duration) -> Bool {
    drain(to: now)
    return taken == .zero
  }

  private mutating func drain(to now: Duration) {
    taken = max(.zero, taken - (now - last))
    last = now
  }
}
