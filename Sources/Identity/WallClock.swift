import Glibc

/// Tells what time it is. Injected once, into the stores: they read it inside the transaction that uses it, so that
/// waiting for another process never makes a stamp old.
public protocol WallClock: Sendable {
  /// The present moment.
  func now() -> Timestamp
}

/// The clock of the machine.
public struct SystemClock: WallClock {
  /// A view on the one clock there is.
  public init() {}

  /// The present moment by `CLOCK_REALTIME`.
  public func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)  // cannot fail: the clock exists and the pointer is good
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
