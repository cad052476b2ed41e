import Glibc
import Synchronization

/// Waits for another program's lock, for up to 15 s. A connection looks again every few milliseconds, and more often
/// the longer it has waited. See Decisions/0099-waits-outside-the-lock.md.
///
/// SQLite's own timeout does the opposite: the program that has waited longest is the least likely to find the lock
/// free. Even equal chances are not enough: with fifty programs on a busy machine, one in 300 got no lock for 5 s.
final class LockTimeout: Sendable {
  private let start = Mutex(SuspendingClock.now)

  /// Waits once more and returns true, or returns false if it has waited long enough.
  /// - Parameter times: The number of earlier waits for this lock.
  func waitsAgain(after times: Int) -> Bool {
    let waited = start.withLock { start in
      if times == 0 { start = SuspendingClock.now }
      return SuspendingClock.now - start
    }
    guard let pause = Self.pause(after: waited) else { return false }
    usleep(.random(in: pause))
    return true
  }

  /// Returns how long to wait before looking again, in microseconds, or nil if it has waited long enough.
  static func pause(after waited: Duration) -> ClosedRange<UInt32>? {
    guard waited < .seconds(15) else { return nil }
    let halvings = min(5, waited.wholeHalfSeconds)
    return (1_000 >> halvings)...(15_000 >> halvings)
  }
}

extension Duration {
  fileprivate var wholeHalfSeconds: Int { Int(self / .milliseconds(500)) }
}
