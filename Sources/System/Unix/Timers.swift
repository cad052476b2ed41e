internal import Glibc

/// Actions to run later. The `RunLoop` sleeps no longer than until the first is due, so no thread or system timer is
/// needed.
@MainActor public final class Timers {
  /// Identifies a timer to cancel.
  public struct ID: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct Timer {
    let id: ID
    let due: Duration
    let action: () -> Void
  }

  private var timers: [Timer] = []
  private var added = 0
  private let clock: @MainActor () -> Duration

  /// - Parameter clock: The time since some fixed moment.
  init(clock: @escaping @MainActor () -> Duration = { Timers.now }) { self.clock = clock }

  /// The time since some fixed moment. It goes on while the machine sleeps, as the stores' does.
  public static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Runs `action` once, in the first turn of the loop after `delay`.
  public func add(after delay: Duration, _ action: @escaping () -> Void) -> ID {
    added += 1
    let timer = Timer(id: ID(number: added), due: clock() + delay, action: action)
    timers.insert(timer, at: timers.firstIndex { $0.due > timer.due } ?? timers.endIndex)
    return timer.id
  }

  /// Cancels a timer that has not run yet.
  public func cancel(_ id: ID) {
    timers.removeAll { $0.id == id }
  }

  /// The time when the first timer is due.
  var next: Duration? { timers.first?.due }

  /// The milliseconds that a `poll` may sleep until the first timer is due, rounded up; -1 for no limit.
  var nextTimeout: Int32 {
    guard let next else { return -1 }
    let rest = max(.zero, next - clock()).components
    return Int32(clamping: rest.seconds * 1000 + (rest.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  /// Runs the timers that are due, in order. Timers that they add wait for the next turn.
  /// - Parameter lateness: Only those that have been due for so long.
  func runDue(since lateness: Duration = .zero) {
    let now = clock() - lateness
    guard let next, next <= now else { return }
    let last = added
    while let timer = timers.first, timer.due <= now, timer.id.number <= last {
      timers.removeFirst()
      timer.action()
    }
  }
}
