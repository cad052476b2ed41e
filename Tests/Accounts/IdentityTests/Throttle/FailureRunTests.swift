import Testing

@testable import Identity

/// Failures in a row of one email from one source.
@Suite struct FailureRunTests {
  private let noon = Timestamp(milliseconds: 43_200_000)

  @Test func `A run grows by one, from the first failure on`() {
    let first = FailureRun(nil, failedAt: noon)
    #expect(first == FailureRun(failures: 1, since: noon, last: noon))
    let later = noon.advanced(by: .seconds(60))
    #expect(FailureRun(first, failedAt: later) == FailureRun(failures: 2, since: noon, last: later))
  }

  @Test func `A source forgets an email once it failed at nothing for as long as its memory`() {
    let run = FailureRun(failures: 3, since: noon, last: noon)
    let memory = Duration.seconds(3600)
    let (before, at) = (noon.advanced(by: memory - .milliseconds(1)), noon.advanced(by: memory))
    #expect(FailureRun(run, failedAt: before).since == noon)
    #expect(FailureRun(run, failedAt: at) == FailureRun(failures: 4, since: at, last: at))
  }

  @Test func `A clock that was set back, or a damaged store, makes no failure less`() {
    let earlier = noon.advanced(by: .seconds(-60))
    let run = FailureRun(failures: 3, since: noon, last: noon)
    #expect(FailureRun(run, failedAt: earlier) == FailureRun(failures: 4, since: noon, last: noon))
    #expect(run.noLater(than: earlier) == FailureRun(failures: 3, since: earlier, last: earlier))
    #expect(run.noLater(than: noon.advanced(by: .seconds(1))) == run)
    for (stored, next) in [(-5, 1), (0, 1), (Int.max, .max)] {
      #expect(FailureRun(FailureRun(failures: stored, since: noon, last: noon), failedAt: noon).failures == next)
    }
  }
}
