extension Timestamp {
  /// The moment in UTC by ISO 8601, to the second: `2026-11-21T12:00:00Z`. Scripts get this form.
  public var iso8601: String {
    let seconds = Self.floor(milliseconds, by: 1000)
    let (days, second) = (Self.floor(seconds, by: 86_400), seconds - Self.floor(seconds, by: 86_400) * 86_400)
    let (year, month, day) = Self.date(days)
    let parts = [month, day, second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    let fourDigits = String(repeating: "0", count: max(0, 4 - String(year).count)) + String(year)
    return "\(fourDigits)-\(parts[0])-\(parts[1])T\(parts[2]):\(parts[3]):\(parts[4])Z"
  }

  /// Returns the Gregorian date `days` days after 1970-01-01. It counts in eras of 400 years that begin on a 1st of
  /// March, so that a leap day is the last of its year.
  private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = floor(shifted, by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func floor(_ value: Int64, by divisor: Int64) -> Int64 {
    value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor)
  }
}
