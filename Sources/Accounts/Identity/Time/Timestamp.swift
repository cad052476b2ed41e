/// A moment of the wall clock, in milliseconds since 1970-01-01 00:00 UTC.
///
/// Arithmetic saturates: a time from a damaged store must not crash the program.
public struct Timestamp: Sendable, Hashable {
  /// Milliseconds since 1970-01-01 00:00 UTC, without leap seconds. Negative before that.
  public let milliseconds: Int64

  /// The moment `milliseconds` after 1970-01-01 00:00 UTC.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Returns the moment `duration` later, cut to whole milliseconds.
  public func advanced(by duration: Duration) -> Timestamp {
    let (sum, overflow) = milliseconds.addingReportingOverflow(duration.wholeMilliseconds)
    return Timestamp(milliseconds: overflow ? (milliseconds < 0 ? .min : .max) : sum)
  }

  /// Returns the time from `earlier` to this moment, negative if `earlier` is later.
  public func since(_ earlier: Timestamp) -> Duration {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
    return .milliseconds(overflow ? (milliseconds < 0 ? Int64.min : .max) : difference)
  }
}

extension Timestamp: Comparable {
  /// True when `left` is the earlier moment.
  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }
}

extension Duration {
  /// Whole milliseconds, with the rest cut off. The nearest `Int64` if there are too many.
  public var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, overflowToo) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return overflow || overflowToo ? (seconds < 0 ? .min : .max) : sum
  }
}
