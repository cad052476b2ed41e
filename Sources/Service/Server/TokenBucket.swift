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

  private var token: Duration { .seconds(60) / perMinute }

  /// Takes a token for one event; false if there is none.
  mutating func take(at now: Duration) -> Bool {
    if isEmpty(at: now) { return false }
    taken += token
    return true
  }

  /// Whether there is no token.
  mutating func isEmpty(at now: Duration) -> Bool {
    drain(to: now)
    return taken + token > .seconds(60)
  }

  /// Takes tokens for what has happened already, also such as are yet to come back.
  mutating func charge(_ count: Int, at now: Duration) {
    drain(to: now)
    taken += token * count
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
