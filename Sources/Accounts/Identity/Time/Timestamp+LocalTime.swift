import Glibc

extension CalendarDate {
  /// The moment at which the day begins in the user's time zone.
  public var localStart: Timestamp { localTime(seconds: 0) }

  /// The moment of the day when the clocks of the user's time zone show so many seconds after midnight.
  public func localTime(seconds: Int) -> Timestamp {
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (Int32(clamping: year - 1900), Int32(month - 1), Int32(day))
    // As a clock shows them: mktime adds seconds above 59 as time that has passed, also where clocks are changed.
    (parts.tm_hour, parts.tm_min) = (Int32(clamping: seconds / 3600), Int32(seconds / 60 % 60))
    (parts.tm_sec, parts.tm_isdst) = (Int32(seconds % 60), -1)
    return Timestamp(milliseconds: Int64(mktime(&parts)) * 1000)
  }
}

extension Timestamp {
  /// The moment in the user's time zone. In UTC if the system does not know the zone.
  public var local: CivilTime { CivilTime(self, secondsAhead: zone ?? 0) }

  /// The date and time in the user's time zone, to the second: `2026-11-21 12:00:00`. In UTC as ``iso8601`` if the
  /// system does not know the zone.
  public var localTime: String { zone.map { CivilTime(self, secondsAhead: $0).text } ?? iso8601 }

  /// The seconds that the user's time zone is ahead of UTC at this moment.
  private var zone: Int? {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    return localtime_r(&seconds, &parts) == nil ? nil : parts.tm_gmtoff
  }
}
