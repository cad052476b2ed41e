import Identity
import Sentences
import Testing

@Suite("The names of dates")
struct DateNamesTests {
  private let time = CivilTime(Timestamp(milliseconds: 1_795_195_500_000), secondsAhead: 0)

  @Test("are in full or short, with and without the year")
  func names() {
    #expect(time.date.long(withYear: false) == "Friday 20 November")
    #expect(time.date.long(withYear: true) == "Friday 20 November 2026")
    #expect(time.date.short(withYear: false) == "Fri 20 Nov")
    #expect(time.short(withYear: false) == "Fri 20 Nov 17:25")
    #expect(time.short(withYear: true) == "Fri 20 Nov 2026 17:25")
  }

  @Test("begin with Monday and January")
  func order() {
    let days = (0..<7).map { CalendarDate(number: 4 + $0).long(withYear: false).split(separator: " ")[0] }
    #expect(days == ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"])
    #expect(CalendarDate(number: 0).long(withYear: true) == "Thursday 1 January 1970")
    #expect(CalendarDate(number: 364).short(withYear: true) == "Thu 31 Dec 1970")
  }
}
