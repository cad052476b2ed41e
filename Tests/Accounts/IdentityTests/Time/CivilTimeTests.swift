import Foundation
import Identity
import Testing

@Suite("A moment by calendar and clock")
struct CivilTimeTests {
  @Test(
    "is counted from 1970 in the Gregorian calendar",
    arguments: [
      (0, "1970-01-01 00:00:00", 3), (951_782_400, "2000-02-29 00:00:00", 1),
      (1_709_251_199, "2024-02-29 23:59:59", 3), (1_795_318_919, "2026-11-22 03:41:59", 6),
      (4_107_542_400, "2100-03-01 00:00:00", 0), (253_402_300_799, "9999-12-31 23:59:59", 4),
    ] as [(Int64, String, Int)])
  func calendar(seconds: Int64, text: String, weekday: Int) {
    let time = CivilTime(Timestamp(milliseconds: seconds * 1000), secondsAhead: 0)
    #expect(time.text == text)
    #expect(time.date.weekday == weekday, "0 is Monday")
  }

  @Test("has days that follow each other by the rule of leap years, back and forth, for 401 years")
  func everyDay() {
    var expected = (year: Int64(1599), month: 12, day: 31)
    for number in Int64(-135_141)...11_323 {
      let date = CalendarDate(number: number)
      guard (date.year, date.month, date.day) == expected,
        CalendarDate(year: date.year, month: date.month, day: date.day) == date
      else {
        Issue.record("Day \(number) is \(date.iso8601), not \(expected).")
        return
      }
      let isLeap = expected.year % 4 == 0 && (expected.year % 100 != 0 || expected.year % 400 == 0)
      let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      expected.day += 1
      if expected.day > days[expected.month - 1] { (expected.month, expected.day) = (expected.month + 1, 1) }
      if expected.month > 12 { (expected.year, expected.month) = (expected.year + 1, 1) }
    }
  }

  @Test(
    "is read from a text with four, two and two digits, for the years 1 to 9999",
    arguments: [
      ("0001-01-01", -719_162), ("1969-12-31", -1), ("1970-01-01", 0), ("2024-02-29", 19_782),
      ("9999-12-31", 2_932_896),
    ] as [(String, Int64)])
  func read(text: String, number: Int64) {
    let date = CalendarDate(iso8601: text)
    #expect(date == CalendarDate(number: number))
    #expect(date?.iso8601 == text)
  }

  @Test(
    "is no day of another form, or that the calendar lacks",
    arguments: [
      "", "0000-01-01", "10000-01-01", "2026-00-10", "2026-13-10", "2026-01-00", "2026-01-32", "2026-04-31",
      "2026-02-29", "1900-02-29", "2026-1-21", "2026-01-2a", "2026-01-+2", "20260121", "2026-01-21-", "-026-01-21",
    ])
  func noDay(text: String) { #expect(CalendarDate(iso8601: text) == nil) }

  @Test("is as far from midnight as the clock shows", arguments: [(0, 86_400), (1, 86_399), (86_399, 1)])
  func midnight(second: Int64, left: Int) {
    let time = CivilTime(Timestamp(milliseconds: second * 1000 + 999), secondsAhead: 0)
    #expect(time.untilMidnight == .seconds(left))
  }

  @Test(
    "is in 1969 at the first moment of 1970 in a zone that is behind",
    arguments: [(-1, "1969-12-31 23:59:59"), (-86_400, "1969-12-31 00:00:00"), (-86_401, "1969-12-30 23:59:59")])
  func before(secondsAhead: Int, text: String) {
    #expect(CivilTime(Timestamp(milliseconds: 0), secondsAhead: secondsAhead).text == text)
  }

  @Test("is the next or the former day in a zone that is ahead or behind")
  func zones() {
    let time = Timestamp(milliseconds: 1_795_318_919_000)
    #expect(CivilTime(time, secondsAhead: 14 * 3600).text == "2026-11-22 17:41:59")
    #expect(CivilTime(time, secondsAhead: -4 * 3600).text == "2026-11-21 23:41:59")
    #expect(CivilTime(time, secondsAhead: 5 * 3600 + 1800).minutes == "09:11")
  }

  @Test("exists for any number that a damaged store may hold", arguments: [Int64.min, .max])
  func extremes(milliseconds: Int64) {
    let time = Timestamp(milliseconds: milliseconds)
    #expect(!time.iso8601.isEmpty)
    #expect(!time.localTime.isEmpty)
    #expect((0...6).contains(time.local.date.weekday))
  }

  @Test("of a user follows the zone of the process, with its summer time")
  func localTime() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1)
      tzset()
      for (seconds, text) in [
        // The night in March has no hour from 2 to 3; the one in October has it twice.
        (1_774_745_999, "2026-03-29 01:59:59"), (1_774_746_000, "2026-03-29 03:00:00"),
        (1_792_888_200, "2026-10-25 02:30:00"), (1_792_891_800, "2026-10-25 02:30:00"),
        // Midnight is an hour before that of UTC.
        (1_795_215_599, "2026-11-20 23:59:59"), (1_795_215_600, "2026-11-21 00:00:00"),
      ] as [(Int64, String)] {
        let time = Timestamp(milliseconds: seconds * 1000)
        #expect(time.local.text == text)
        #expect(time.localTime == text)
      }
      // And by day and time of day the same moments are found.
      let november = try #require(CalendarDate(iso8601: "2026-11-21"))
      let march = try #require(CalendarDate(iso8601: "2026-03-29"))
      #expect(november.localStart == Timestamp(milliseconds: 1_795_215_600_000))
      #expect(march.localTime(seconds: 3 * 3600) == Timestamp(milliseconds: 1_774_746_000_000))
    }
  }
}
