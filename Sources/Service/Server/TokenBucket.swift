/// A number of events that may happen at once, and come back one after another, evenly over a time.
struct TokenBucket: Sendable, Hashable {
  /// How much a bucket has.
  struct Size: Sendable, Hashable {
    /// The events, at least 1.
    let events: Int
    /// The time in which as many come back.
    let seconds: Int
  }

  let size: Size
  private var taken = Duration.zero
  private var last: Duration

  /// A full bucket, at `now` of a clock that never goes back.
  init(_ size: Size, at now: Duration) {
    self.size = size
    last = now
  }

  private var token: Duration { .seconds(size.seconds) / size.events }

  /// Takes a token for one event; false if there is none.
  mutating func take(at now: Duration) -> Bool {
    if isEmpty(at: now) { return false }
    taken += token
    return true
  }

  /// Whether there is no token.
  mutating func isEmpty(at now: Duration) -> Bool {
    drain(to: now)
    return taken + token > .seconds(size.seconds)
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
