import Identity
import Testing

@Suite("A run of failures")
struct FailureRunTests {
  private let start = Timestamp(milliseconds: 1_000_000)
  private var later: Timestamp { start.advanced(by: .seconds(60)) }

  @Test("is gone if its only charge is taken back")
  func onlyCharge() {
    let run = FailureRun(failures: 1, last: later, previous: later)
    #expect(run.takingBack(chargedAt: later) == nil)
  }

  @Test("is as before the charge if that charge is taken back")
  func asBefore() {
    // Given four failures, and a fifth charged in advance a minute later
    let charged = FailureRun(failures: 5, last: later, previous: start)
    // When the attempt is right, then the block still counts from the fourth failure
    #expect(charged.takingBack(chargedAt: later) == FailureRun(failures: 4, last: start, previous: start))
  }

  @Test("keeps the time of a failure that came after the charge")
  func failedMeanwhile() {
    let charged = FailureRun(failures: 6, last: later, previous: start)
    #expect(charged.takingBack(chargedAt: start) == FailureRun(failures: 5, last: later, previous: start))
  }
}
