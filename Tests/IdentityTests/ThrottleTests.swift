import Identity
import Testing

@Suite("The throttle")
struct ThrottleTests {
  private let throttle = Throttle()
  private let noon = Timestamp(milliseconds: 43_200_000_000)

  @Test(
    "blocks from the third failure on, doubling up to 15 minutes",
    arguments: [
      (0, 0), (1, 0), (2, 0), (3, 1), (4, 2), (5, 4), (6, 8), (7, 16), (8, 32), (9, 64), (10, 128), (11, 256),
      (12, 512), (13, 900), (14, 900), (1_000, 900), (Int.max, 900), (-5, 0),
    ])
  func block(failures: Int, seconds: Int) {
    #expect(throttle.block(after: failures) == .seconds(seconds))
  }

  @Test("follows its parameters")
  func parameters() {
    let strict = Throttle(firstBlockingFailure: 1, longestBlock: .seconds(3), memory: .seconds(60))
    #expect(strict.block(after: 1) == .seconds(1))
    #expect(strict.block(after: 2) == .seconds(2))
    #expect(strict.block(after: 3) == .seconds(3))
    #expect(strict.judge(email: run(9, ago: .seconds(60)), source: nil, at: noon) == fresh)
  }

  @Test("charges a first attempt to its email and to its source")
  func firstAttempt() {
    #expect(throttle.judge(email: nil, source: nil, at: noon) == fresh)
  }

  @Test("adds to existing runs, and remembers their previous time")
  func laterAttempt() {
    let verdict = throttle.judge(email: run(1, ago: .seconds(5)), source: run(4, ago: .seconds(2)), at: noon)
    let before = noon.advanced(by: .seconds(-2))
    #expect(
      verdict
        == .charged(
          email: FailureRun(failures: 2, last: noon, previous: noon.advanced(by: .seconds(-5))),
          source: FailureRun(failures: 5, last: noon, previous: before)))
  }

  @Test("counts down the seconds left, rounded up", arguments: [(0, 4), (1, 4), (1_000, 3), (3_999, 1)])
  func secondsLeft(passed: Int64, left: Int) {
    let run = run(5, ago: .milliseconds(passed))
    #expect(throttle.judge(email: run, source: nil, at: noon) == .blocked(seconds: left, email: run, source: nil))
  }

  @Test("ends a block at its last millisecond")
  func blockEnds() {
    let verdict = throttle.judge(email: run(5, ago: .seconds(4)), source: nil, at: noon)
    #expect(isCharged(verdict))
  }

  @Test("applies the longer of the two blocks")
  func longerBlock() {
    let short = run(3, ago: .zero)
    let long = run(7, ago: .zero)
    #expect(throttle.judge(email: short, source: long, at: noon) == .blocked(seconds: 16, email: short, source: long))
    #expect(throttle.judge(email: long, source: short, at: noon) == .blocked(seconds: 16, email: long, source: short))
  }

  @Test("forgets a run after 12 hours without a failure, not a millisecond before")
  func forgets() {
    let quiet = Duration.seconds(12 * 3600)
    #expect(throttle.judge(email: run(9, ago: quiet), source: run(9, ago: quiet), at: noon) == fresh)
    let remembered = throttle.judge(email: run(2, ago: quiet - .milliseconds(1)), source: nil, at: noon)
    guard case .charged(let email, _) = remembered else {
      Issue.record("a run of two blocked")
      return
    }
    #expect(email.failures == 3)
  }

  @Test("takes a future time for now, so a clock set back blocks nobody for long")
  func clockSetBack() {
    // Given a run whose last failure is a year in the future
    let ahead = FailureRun(
      failures: 5, last: noon.advanced(by: .seconds(31_536_000)), previous: noon.advanced(by: .seconds(31_535_000)))
    // When the user makes an attempt now
    let verdict = throttle.judge(email: ahead, source: nil, at: noon)
    // Then it is blocked as if the failure were now, and the time is corrected
    let corrected = FailureRun(failures: 5, last: noon, previous: noon)
    #expect(verdict == .blocked(seconds: 4, email: corrected, source: nil))
    // And it is allowed four seconds later
    #expect(isCharged(throttle.judge(email: corrected, source: nil, at: noon.advanced(by: .seconds(4)))))
  }

  @Test("survives a run that only a damaged store can hold")
  func damagedRun() {
    let absurd = FailureRun(failures: .max, last: Timestamp(milliseconds: .min), previous: noon)
    #expect(throttle.judge(email: absurd, source: absurd, at: noon) == fresh)
    let full = FailureRun(failures: .max, last: noon, previous: noon)
    let later = throttle.judge(email: full, source: nil, at: noon.advanced(by: .seconds(900)))
    guard case .charged(let email, _) = later else {
      Issue.record("a block was longer than its cap")
      return
    }
    #expect(email.failures == .max)
    #expect(
      throttle.judge(email: FailureRun(failures: -1, last: noon, previous: noon), source: nil, at: noon) == fresh)
  }

  /// The verdict on a first attempt.
  private var fresh: ThrottleVerdict {
    let one = FailureRun(failures: 1, last: noon, previous: noon)
    return .charged(email: one, source: one)
  }

  private func run(_ failures: Int, ago: Duration) -> FailureRun {
    let last = noon.advanced(by: .zero - ago)
    return FailureRun(failures: failures, last: last, previous: last)
  }

  private func isCharged(_ verdict: ThrottleVerdict) -> Bool {
    if case .charged = verdict { true } else { false }
  }
}
