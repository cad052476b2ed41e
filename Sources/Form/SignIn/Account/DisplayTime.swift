public import Identity

/// A moment in the user's time zone, seen from the current day.
public struct DisplayTime: Hashable, Sendable {
  /// The moment.
  public let time: CivilTime
  /// Whether it is today, so that its time is enough.
  public let isToday: Bool
  /// Whether it is in this year, so that its date needs no year.
  public let isThisYear: Bool

  /// A moment with the given properties.
  public init(time: CivilTime, isToday: Bool, isThisYear: Bool) {
    (self.time, self.isToday, self.isThisYear) = (time, isToday, isThisYear)
  }
}
