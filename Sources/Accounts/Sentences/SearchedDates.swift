public import Identity

/// The dates and times in a search, as lists show them: `today`, `Fri 20 Nov`, `November 2026`, `2026-11-20`, `17:48`. In the
/// user's language, and in English.
public struct SearchedDates {
  private let today: CalendarDate
  private let start: (CalendarDate) -> Timestamp

  /// - Parameters:
  ///   - today: The current day.
  ///   - start: Returns the moment at which a day begins.
  public init(today: CalendarDate, start: @escaping (CalendarDate) -> Timestamp) {
    self.today = today
    self.start = start
  }

  /// The dates of the user's time zone.
  public static var local: SearchedDates {
    SearchedDates(today: SystemClock().now().local.date, start: \.localStart)
  }

  /// Returns the times that words mean. A day of the month, a month and a year mean what they mean together; without a
  /// year, they are of the last ten, and a day alone is one of the last fourteen months.
  public func callAsFunction(_ words: [String]) -> [String: SearchedTimes] {
    let parts = words.map { ($0, Part($0)) }
    let months = parts.compactMap { if case .month(let month) = $0.1 { month } else { nil } }
    let years = parts.compactMap { if case .year(let year) = $0.1 { year } else { nil } }
    let hasMore = parts.contains { if case .dayOfMonth = $0.1 { true } else { false } } || !months.isEmpty
    let candidates = (0..<120).map { MonthOfYear(today).earlier(by: $0) }.filter { month in
      (months.isEmpty || months.contains(month.month)) && (years.isEmpty || years.contains(month.year))
    }
    let recent = months.isEmpty && years.isEmpty ? Array(candidates.prefix(14)) : candidates
    return Dictionary(
      parts.compactMap { word, part in times(part, recent.reversed(), hasMore: hasMore).map { (word, $0) } }
    ) { first, _ in first }
  }

  private func times(_ part: Part?, _ months: [MonthOfYear], hasMore: Bool) -> SearchedTimes? {
    switch part {
    case nil: nil
    case .day(let back): SearchedTimes([day(CalendarDate(number: today.number - back))], isOnlyDate: true)
    case .date(let date): SearchedTimes([day(date)], isOnlyDate: true)
    case .dayOfMonth(let number):
      SearchedTimes(
        months.filter { $0.days.count >= number }.map { day(CalendarDate(number: $0.days.lowerBound + number - 1)) },
        isOnlyDate: false)
    case .month: SearchedTimes(months.map(\.days).map(range), isOnlyDate: false)
    case .year(let year):
      SearchedTimes(
        [range(MonthOfYear(year: year, month: 1).days.lowerBound..<MonthOfYear(year: year, month: 12).days.upperBound)],
        isOnlyDate: false)
    // Beside a date its weekday says nothing more.
    case .weekday where hasMore: .always
    case .weekday(let weekday):
      SearchedTimes(
        (0..<400).map { CalendarDate(number: today.number - $0) }.filter { $0.weekday == weekday }.map(day).reversed(),
        isOnlyDate: false)
    case .time(let seconds):
      SearchedTimes(
        (0..<Int64(SearchedTimes.mostRanges)).reversed()
          .map { moments(seconds, of: CalendarDate(number: today.number - $0)) },
        isOnlyDate: false)
    }
  }

  private func day(_ date: CalendarDate) -> Range<Timestamp> { range(date.number..<date.number + 1) }

  private func range(_ days: Range<Int64>) -> Range<Timestamp> {
    let (from, until) = (start(CalendarDate(number: days.lowerBound)), start(CalendarDate(number: days.upperBound)))
    return from..<max(from, until)
  }

  /// These seconds of a day. Where the clock is set on that day, they are the ones behind it.
  private func moments(_ seconds: Range<Int64>, of date: CalendarDate) -> Range<Timestamp> {
    let end = start(CalendarDate(number: date.number + 1))
    func moment(_ second: Int64) -> Timestamp { end.advanced(by: .seconds(second - 86_400)) }
    return moment(seconds.lowerBound)..<moment(seconds.upperBound)
  }

  /// A word that is a date, or a part of one.
  private enum Part {
    /// So many days ago.
    case day(Int64)
    case date(CalendarDate)
    case dayOfMonth(Int64)
    case month(Int)
    case year(Int64)
    case weekday(Int)
    /// Seconds of any day.
    case time(Range<Int64>)

    init?(_ word: String) {
      let word = word.lowercased().trimmed(of: ".,")
      func isOne(_ lists: String...) -> Int? {
        lists.lazy.compactMap {
          $0.lowercased().split(separator: " ").map { String($0).trimmed(of: ".,") }.firstIndex(of: word)
        }
        .first
      }
      if isOne("Today", translated("Today")) != nil {
        self = .day(0)
      } else if isOne("Yesterday", translated("Yesterday")) != nil {
        self = .day(1)
      } else if let month = isOne(
        CalendarDate.shortMonths, CalendarDate.longMonths, translated(CalendarDate.shortMonths),
        translated(CalendarDate.longMonths))
      {
        self = .month(month + 1)
      } else if let weekday = isOne(
        CalendarDate.shortDays, CalendarDate.longDays, translated(CalendarDate.shortDays),
        translated(CalendarDate.longDays))
      {
        self = .weekday(weekday)
      } else if let date = CalendarDate(iso8601: word) {
        self = .date(date)
      } else if let seconds = Self.seconds(word) {
        self = .time(seconds)
      } else if let number = Int64(word), word.utf8.allSatisfy(\.isDigit) {
        if word.utf8.count <= 2, (1...31).contains(number) {
          self = .dayOfMonth(number)
        } else if (1970...9999).contains(number) {
          self = .year(number)
        } else {
          return nil
        }
      } else {
        return nil
      }
    }

    /// The seconds of the day that the beginning of a time means: `17:4` means ten minutes, `17:48` one.
    private static func seconds(_ word: String) -> Range<Int64>? {
      let parts = word.split(separator: ":", omittingEmptySubsequences: false)
      guard (2...3).contains(parts.count), (1...2).contains(parts[0].utf8.count), !parts[1].isEmpty || parts.count == 2,
        let hour = number(parts[0], below: 24)
      else { return nil }
      var seconds = hour * 3600..<(hour + 1) * 3600
      for (part, unit) in zip(parts.dropFirst(), [60, 1] as [Int64]) where !part.isEmpty {
        let length = part.utf8.count == 1 ? 10 * unit : unit
        guard part.utf8.count <= 2, let number = number(part, below: part.utf8.count == 1 ? 6 : 60),
          seconds.count > length
        else { return nil }
        let start = seconds.lowerBound + number * length
        seconds = start..<start + length
      }
      return seconds
    }

    private static func number(_ text: Substring, below limit: Int64) -> Int64? {
      guard text.utf8.allSatisfy(\.isDigit), let number = Int64(text), number < limit else { return nil }
      return number
    }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

extension String {
  fileprivate func trimmed(of characters: String) -> String {
    var text = self[...]
    while let last = text.last, characters.contains(last) { text.removeLast() }
    return String(text)
  }
}

/// A month of a year.
private struct MonthOfYear {
  let year: Int64
  /// From 1 to 12.
  let month: Int

  init(year: Int64, month: Int) {
    (self.year, self.month) = (year, month)
  }

  init(_ date: CalendarDate) { self.init(year: date.year, month: date.month) }

  func earlier(by months: Int) -> MonthOfYear {
    let number = year * 12 + Int64(month - 1 - months)
    return MonthOfYear(year: number / 12, month: Int(number % 12) + 1)
  }

  /// The numbers of its days.
  var days: Range<Int64> {
    let next = earlier(by: -1)
    let first = CalendarDate(year: year, month: month, day: 1)?.number ?? 0
    return first..<(CalendarDate(year: next.year, month: next.month, day: 1)?.number ?? first)
  }
}
