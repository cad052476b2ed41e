import Signals

/// Counts down the last minute of a time limit.
final class Countdown {
  /// The seconds left, rounded up, from 60 to 0; nil before.
  let secondsLeft = Property<Int?>(nil)

  private static let longest = 60
  private let end: Duration
  private let scheduler: any Scheduler
  private var timer: Disposable?

  /// A countdown that begins now.
  init(of limit: Duration, _ scheduler: any Scheduler) {
    end = scheduler.now + max(.seconds(1), limit)
    self.scheduler = scheduler
    count()
  }

  /// Counts by the clock, not by the timers: a program that was suspended has missed some.
  private func count() {
    timer?.dispose()
    let left = max(.zero, end - scheduler.now)
    let seconds = Int(left.components.seconds) + (left.components.attoseconds > 0 ? 1 : 0)
    if seconds <= Self.longest { secondsLeft.send(seconds) }
    guard seconds > 0 else { return }
    let next = min(seconds - 1, Self.longest)
    timer = scheduler.schedule(after: left - .seconds(next)) { [weak self] in self?.count() }
  }
}
