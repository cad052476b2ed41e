public import Identity

extension CalendarDate {
  /// The date in full: `Friday 20 November`, or `Friday 20 November 2026` with the year.
  public func long(withYear hasYear: Bool) -> String {
    named(
      days: translated("Monday Tuesday Wednesday Thursday Friday Saturday Sunday"),
      months: translated("January February March April May June July August September October November December"),
      withYear: hasYear)
  }

  /// The same in short: `Fri 20 Nov`.
  public func short(withYear hasYear: Bool) -> String {
    named(
      days: translated("Mon Tue Wed Thu Fri Sat Sun"),
      months: translated("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"), withYear: hasYear)
  }

  // The English lists, for searches. The catalogue finds them where they are shown.
  static let longDays = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
  static let longMonths = "January February March April May June July August September October November December"
  static let shortDays = "Mon Tue Wed Thu Fri Sat Sun"
  static let shortMonths = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"

  /// Takes names from lists with blanks between them, because a list distinguishes `May` from the short `May`. If a
  /// translation has not 7 days and 12 months, the date has only digits.
  private func named(days: String, months: String, withYear hasYear: Bool) -> String {
    let (days, months) = (days.split(separator: " "), months.split(separator: " "))
    guard days.count == 7, months.count == 12 else { return iso8601 }
    let values: KeyValuePairs = [
      "weekday": String(days[weekday]), "day": String(day), "month": String(months[month - 1]), "year": String(year),
    ]
    return hasYear
      ? translated("{weekday} {day} {month} {year}", values) : translated("{weekday} {day} {month}", values)
  }
}

extension CivilTime {
  /// The date in short and the time to the minute: `Fri 20 Nov 17:25`.
  public func short(withYear hasYear: Bool) -> String { "\(date.short(withYear: hasYear)) \(minutes)" }
}
