import Glibc

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
