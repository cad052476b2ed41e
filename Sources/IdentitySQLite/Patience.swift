import Glibc
import Synchronization

/// How a connection waits for the lock of another program: for up to 15 s, looking again every few milliseconds, and the
/// more often the longer it has waited.
///
/// SQLite's own timeout does the opposite, so whoever has waited longest is least likely to find the lock free. Even
/// with the same chance for all, of fifty programs at once on a busy machine one in 300 is passed over for 5 s.
final class Patience: Sendable {
  private let start = Mutex(SuspendingClock.now)

  /// Waits once more, and says so; false when it has been enough.
  /// - Parameter times: How often it has waited for this lock before.
  func waitsAgain(after times: Int) -> Bool {
    let waited = start.withLock { start in
      if times == 0 { start = SuspendingClock.now }
      return SuspendingClock.now - start
    }
    guard let pause = Self.pause(after: waited) else { return false }
    usleep(.random(in: pause))
    return true
  }

  /// How long to wait before looking again, in microseconds; nil when it has been enough.
  static func pause(after waited: Duration) -> ClosedRange<UInt32>? {
    guard waited < .seconds(15) else { return nil }
    let halvings = min(5, waited.wholeHalfSeconds)
    return (1_000 >> halvings)...(15_000 >> halvings)
  }
}

extension Duration {
  fileprivate var wholeHalfSeconds: Int { Int(self / .milliseconds(500)) }
}
