import AccountService
import Identity
import Testing

@Suite("The load of a service")
struct ServiceHealthTests {
  @Test("is nothing at first, and counts outcomes and errors by their kind")
  func counts() {
    var load = ServiceLoad()
    #expect(load.attempts.isEmpty && load.storeErrors.isEmpty)
    #expect([load.connections, load.administrators, load.hashesRunning, load.hashesWaiting] == [0, 0, 0, 0])
    for outcome in ["refused", "refused", "signed-in"] { load.count(outcome) }
    for path in ["a", "b"] { load.count(StoreError.inputOutput(.full, path: path)) }
    load.count(StoreError.service(.busy))
    #expect(load.attempts == ["refused": 2, "signed-in": 1])
    #expect(load.storeErrors == ["input-output": 2, "service": 1])
  }

  @Test("has each duration in the first bucket that it fits into, the bounds included")
  func histogram() {
    var histogram = Histogram()
    #expect(histogram.count == 0 && histogram.microseconds == 0)
    #expect(histogram.counts.count == Histogram.bounds.count + 1)
    let durations: [(Duration, bucket: Int)] = [
      (.zero, 0), (.milliseconds(5), 0), (.microseconds(5_001), 1), (.milliseconds(10), 1), (.seconds(30), 11),
      (.microseconds(30_000_001), 12), (.seconds(90), 12),
    ]
    var expected = [Int](repeating: 0, count: Histogram.bounds.count + 1)
    for (duration, bucket) in durations {
      histogram.add(duration)
      expected[bucket] += 1
      #expect(histogram.counts == expected)
    }
    #expect(histogram.count == durations.count)
    #expect(histogram.microseconds == 5_000 + 5_001 + 10_000 + 30_000_000 + 30_000_001 + 90_000_000)
  }
}
