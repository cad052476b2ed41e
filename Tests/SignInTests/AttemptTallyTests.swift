import Identity
import Signals
import TestSupport
import Testing

@testable import SignIn

@Suite("The tally of attempts")
struct AttemptTallyTests {
  private let ada = email("ada@lovelace.example")

  @Test("It counts refusals, and nothing else")
  func refusals() {
    let tally = AttemptTally(scheduler: TestScheduler())
    let outcomes: [SignInOutcome] = [
      .refused(blockedFor: nil), .throttled(seconds: 1), .unanswered, .cancelled, .signedIn(SignedIn(email: ada)),
      .refused(blockedFor: 1),
    ]
    for outcome in outcomes { tally.take(outcome, of: .email(ada)) }
    #expect(tally.refusals.value == 2)
  }

  @Test("A new block replaces the one before, and nothing is scheduled after its end")
  func replaced() {
    let clock = SleepyClock()
    let tally = AttemptTally(scheduler: clock)
    let seconds = Recorder(tally.block(of: .just(.email(ada))).map { $0?.secondsLeft })
    tally.take(.refused(blockedFor: 60), of: .email(ada))
    tally.take(.throttled(seconds: 2), of: .email(ada))
    clock.pass(.seconds(1))
    clock.pass(.seconds(1))
    #expect(seconds.values == [nil, 60, 2, 1, nil])
    #expect(clock.isIdle)
  }

  @Test("After a suspension the countdown goes by the clock")
  func suspended() {
    let clock = SleepyClock()
    let tally = AttemptTally(scheduler: clock)
    let seconds = Recorder(tally.block(of: .just(.email(ada))).map { $0?.secondsLeft })
    tally.take(.refused(blockedFor: 60), of: .email(ada))
    clock.pass(.milliseconds(39_500))
    clock.pass(.milliseconds(500))
    clock.pass(.seconds(60))
    #expect(seconds.values == [nil, 60, 21, 20, nil])
  }
}

/// A clock whose timers fire only at the end of the time that passes, like those of a program that was suspended.
private final class SleepyClock: Scheduler {
  private(set) var now = Duration.zero
  private var timers: [(due: Duration, action: () -> Void, handle: Disposable)] = []

  var isIdle: Bool { timers.allSatisfy { $0.handle.isDisposed } }

  func schedule(after delay: Duration, _ action: @escaping () -> Void) -> Disposable {
    let handle = Disposable {}
    timers.append((now + delay, action, handle))
    return handle
  }

  func pass(_ time: Duration) {
    now += time
    let due = timers.filter { $0.due <= now && !$0.handle.isDisposed }
    timers.removeAll { $0.due <= now || $0.handle.isDisposed }
    for timer in due { timer.action() }
  }
}
