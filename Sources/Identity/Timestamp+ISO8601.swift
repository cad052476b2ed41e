extension Timestamp {
  /// The moment in UTC by ISO 8601, to the second: `2026-11-21T12:00:00Z`. Scripts get this form.
  public var iso8601: String {
    let utc = CivilTime(self, secondsAhead: 0)
    return "\(utc.date.iso8601)T\(utc.seconds)Z"
  }
}
