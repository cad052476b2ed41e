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
    }
  }
}
