/// A day of the Gregorian calendar.
public struct CalendarDate: Sendable, Hashable {
  /// The days since 1970-01-01, negative before that.
  public let number: Int64
  /// The year; 0 is the year before 1.
  public let year: Int64
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1 to 31.
  public let day: Int

  /// The day that many days after 1970-01-01.
  ///
  /// It counts in eras of 400 years that begin on a 1st of March, so that a leap day is the last of its year.
  public init(number: Int64) {
    let shifted = number + 719_468
    let era = shifted.dividedDown(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    self.number = number
    month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
    day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The day of a year, a month and its day; nil if there is none. Years from 1 on.
  public init?(year: Int64, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let era = shifted.dividedDown(by: 400)
    let yearOfEra = shifted - era * 400
    let number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + Int64(dayOfYear) - 719_468
    self.init(number: number)
    guard self.month == month, self.day == day else { return nil }
  }

  /// The day in a text like `2026-11-21`; nil if it is none.
  public init?(iso8601 text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || $0.isASCIIDigit }),
      let year = Int64(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day of the week, from 0 for Monday to 6.
  public var weekday: Int { Int(number + 3 - (number + 3).dividedDown(by: 7) * 7) }

  /// The date by ISO 8601: `2026-11-21`.
  public var iso8601: String {
    String(repeating: "0", count: max(0, 4 - String(year).count)) + "\(year)-\(twoDigits(month))-\(twoDigits(day))"
  }
}

/// A moment by the calendar and the clock of some time zone.
public struct CivilTime: Sendable, Hashable {
  /// The day.
  public let date: CalendarDate
  /// The seconds since midnight, from 0 to 86,399.
  let second: Int

  /// The moment of `time` in a zone that is so many seconds ahead of UTC.
  public init(_ time: Timestamp, secondsAhead: Int) {
    let seconds = time.milliseconds.dividedDown(by: 1000) + Int64(secondsAhead)
    let day = seconds.dividedDown(by: 86_400)
    date = CalendarDate(number: day)
    second = Int(seconds - day * 86_400)
  }

  /// The time until the day ends, unless the zone's offset changes before.
  public var untilMidnight: Duration { .seconds(86_400 - second) }

  /// The hours and minutes since midnight: `03:41`.
  public var minutes: String { "\(twoDigits(second / 3600)):\(twoDigits(second / 60 % 60))" }

  /// The time of day to the second: `03:41:05`.
  public var seconds: String { "\(minutes):\(twoDigits(second % 60))" }

  /// The date and time to the second: `2026-11-21 12:00:00`.
  public var text: String { "\(date.iso8601) \(seconds)" }
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

extension Int64 {
  fileprivate func dividedDown(by divisor: Int64) -> Int64 {
    self / divisor - (self % divisor < 0 ? 1 : 0)
  }
}
