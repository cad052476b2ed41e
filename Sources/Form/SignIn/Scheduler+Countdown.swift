import Signals

extension Scheduler {
  /// The seconds left until `end`, rounded up, now and each second down to 0.
  /// - Parameter longest: Above so many seconds, no timer runs until they are reached.
  func secondsLeft(until end: Duration, from longest: Int = .max) -> Signal<Int> {
    timeLeft(until: end) { rest in
      rest > .zero ? .seconds(min(rest.wholeSeconds - 1, longest)) : nil
    }.map(\.wholeSeconds).skipRepeats()
  }

  /// The time left until `end`, now and each time that it has come down to what `next` gave for it; no more after nil.
  /// Counts by the clock, not by the timers: a program that was suspended has missed some.
  func timeLeft(until end: Duration, _ next: @escaping (Duration) -> Duration?) -> Signal<Duration> {
    let left = { max(.zero, end - self.now) }
    // A loop of timers: each time that is left asks for the timer of the next one.
    return Signal.just(()).scan(into: left()) { rest, _ in
      rest = left()
    } feedback: { rest in
      rest.flatMapLatest { rest in
        next(rest).map { self.ticks(every: rest - $0, through: 1).skip(1).map { _ in } } ?? .merge()
      }
    }
  }

  /// The seconds left of a time limit that begins now: from 60 to 0; nil before.
  func countdown(of limit: Duration) -> Signal<Int?> {
    let longest = 60
    return secondsLeft(until: now + max(.seconds(1), limit), from: longest)
      .map { $0 <= longest ? $0 : nil }.held(nil)
  }
}

extension Duration {
  /// The seconds of a time left, rounded up.
  var wholeSeconds: Int { Int(components.seconds) + Int(components.attoseconds.signum()) }
}
