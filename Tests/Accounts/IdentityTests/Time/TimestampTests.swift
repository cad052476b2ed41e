import Foundation
import Identity
import Testing

@Suite("A timestamp")
struct TimestampTests {
  @Test("moves by durations, and has a distance from another one")
  func arithmetic() {
    let noon = Timestamp(milliseconds: 43_200_000)
    let later = noon.advanced(by: .seconds(90))
    #expect(later.milliseconds == 43_290_000)
    #expect(later.since(noon) == .seconds(90))
    #expect(noon.since(later) == .seconds(-90))
    #expect(noon < later)
    #expect(later.advanced(by: .milliseconds(-90_000)) == noon)
  }

  @Test("is in the years 1970 to 9999, and stops at their ends")
  func saturates() {
    let end = Timestamp(milliseconds: .max)
    let start = Timestamp(milliseconds: .min)
    #expect(end.advanced(by: .seconds(1)) == end)
    #expect(start.advanced(by: .seconds(-1)) == start)
    #expect(start.iso8601 == "1970-01-01T00:00:00Z")
    #expect(end.advanced(by: .milliseconds(-1)).iso8601 == "9999-12-31T23:59:59Z")
    #expect(start.since(end) == .milliseconds(-end.milliseconds))
    #expect(start.advanced(by: .seconds(Int64.max)) == end)
    #expect(end.advanced(by: .seconds(Int64.min)) == start)
  }

  @Test("of the system clock lies between two readings of another clock")
  func systemClock() {
    let clock = SystemClock()
    // The other clock may be rounded to the next millisecond.
    func other(_ tolerance: Int64) -> Timestamp {
      Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000) + tolerance)
    }
    let earliest = other(-1)
    let first = clock.now()
    let second = clock.now()
    let latest = other(1)
    #expect(earliest <= first && first <= second && second <= latest)
  }
}
