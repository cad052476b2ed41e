/// A moment of the wall clock in the years 1970 to 9999, in milliseconds since 1970-01-01 00:00 UTC.
///
/// It saturates: a time from a message or a damaged store must neither crash the program nor be more than a store can compare.
public struct Timestamp: Sendable, Hashable {
  /// The beginning of 1970 and the end of 9999, in ``milliseconds``.
  public static let range: ClosedRange<Int64> = 0...253_402_300_800_000

  /// Milliseconds since 1970-01-01 00:00 UTC, without leap seconds.
  public let milliseconds: Int64

  /// The moment `milliseconds` after 1970-01-01 00:00 UTC, or the nearest one in ``range``.
  public init(milliseconds: Int64) {
    self.milliseconds = min(max(Self.range.lowerBound, milliseconds), Self.range.upperBound)
  }

  /// Returns the moment `duration` later, cut to whole milliseconds.
  public func advanced(by duration: Duration) -> Timestamp {
    let (sum, overflow) = milliseconds.addingReportingOverflow(duration.wholeMilliseconds)
    return Timestamp(milliseconds: overflow ? .max : sum)
  }

  /// Returns the time from `earlier` to this moment, negative if `earlier` is later.
  public func since(_ earlier: Timestamp) -> Duration {
    .milliseconds(milliseconds - earlier.milliseconds)
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
