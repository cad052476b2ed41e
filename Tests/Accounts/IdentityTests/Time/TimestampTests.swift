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

  @Test("stops at the end of time instead of trapping")
  func saturates() {
    let end = Timestamp(milliseconds: .max)
    let start = Timestamp(milliseconds: .min)
    #expect(end.advanced(by: .seconds(1)) == end)
    #expect(start.advanced(by: .seconds(-1)) == start)
    #expect(end.since(start) == .milliseconds(Int64.max))
    #expect(start.since(end) == .milliseconds(Int64.min))
    #expect(Timestamp(milliseconds: 0).advanced(by: .seconds(Int64.max)) == end)
  }

  @Test("of the system clock lies between two readings of another clock")
  func systemClock() {
    let clock = SystemClock()
    let first = clock.now()
    let second = clock.now()
    #expect(first <= second)
    #expect(first.milliseconds > 1_700_000_000_000)
  }
}
