public import Signals
public import Unix

/// Time as the terminal's loop keeps it: timers fire in a turn of that loop, like keys.
public final class LoopScheduler: Scheduler {
  private let timers: Timers

  /// - Parameter loop: Runs the scheduled actions.
  public init(_ loop: RunLoop) {
    timers = loop.timers
  }

  /// The time since some fixed moment.
  public var now: Duration { Timers.now }

  /// Runs `action` when `delay` has passed.
  public func schedule(after delay: Duration, _ action: @escaping () -> Void) -> Disposable {
    let timer = timers.add(after: delay, action)
    return Disposable { [weak timers] in timers?.cancel(timer) }
  }
}
