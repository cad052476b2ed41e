public import Identity
import Synchronization

/// A clock that stands still until it is told to move, forward or back.
public final class ManualClock: WallClock {
  private let time: Mutex<Timestamp>

  /// 2026-01-01 00:00 UTC unless said otherwise.
  public init(_ time: Timestamp = Timestamp(milliseconds: 1_767_225_600_000)) {
    self.time = Mutex(time)
  }

  /// What it was last set to.
  public func now() -> Timestamp { time.withLock { $0 } }

  /// Moves it by `duration`; a negative one sets it back.
  public func advance(by duration: Duration) {
    time.withLock { $0 = $0.advanced(by: duration) }
  }
}
