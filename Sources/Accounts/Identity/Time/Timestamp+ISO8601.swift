extension Timestamp {
  /// The moment in UTC by ISO 8601, to the second: `2026-11-21T12:00:00Z`. Scripts get this form.
  public var iso8601: String {
    let utc = CivilTime(self, secondsAhead: 0)
    let (date, second) = (utc.date, utc.second)
    guard (0...9999).contains(date.year) else { return "\(date.iso8601)T\(utc.seconds)Z" }
    let year = Int(date.year)
    // Byte by byte, because a log has millions of times.
    return String(unsafeUninitializedCapacity: 20) { text in
      var end = 0
      func put(_ number: Int, _ separator: Unicode.Scalar?) {
        text[end] = UInt8(ascii: "0") + UInt8(number / 10)
        text[end + 1] = UInt8(ascii: "0") + UInt8(number % 10)
        end += 2
        guard let separator else { return }
        text[end] = UInt8(ascii: separator)
        end += 1
      }
      put(year / 100, nil)
      put(year % 100, "-")
      put(date.month, "-")
      put(date.day, "T")
      put(second / 3600, ":")
      put(second / 60 % 60, ":")
      put(second % 60, "Z")
      return end
    }
  }
}
