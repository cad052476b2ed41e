import Identity
import Signals
import TestSupport
import Testing

@testable import SignInViewModels

@Suite("The tally of attempts")
struct AttemptTallyTests {
  private let ada = email("ada@lovelace.example")

  @Test("It counts refusals, and nothing else, until somebody signs in")
  func refusals() {
    let tally = AttemptTally(scheduler: TestScheduler())
    #expect(tally.refusals.value == 0)
    let outcomes: [SignInOutcome] = [
      .refused(blockedFor: nil), .throttled(seconds: 1), .unanswered, .cancelled, .refused(blockedFor: 1),
    ]
    for outcome in outcomes { tally.record(outcome, of: .email(ada)) }
    #expect(tally.refusals.value == 2)
    tally.record(.refused(blockedFor: nil), of: .email(ada), counts: false)
    #expect(tally.refusals.value == 2)
    tally.record(.signedIn(SignedIn(email: ada)), of: .email(ada))
    #expect(tally.refusals.value == 0)
  }

  @Test(
    "A login that was verified is blocked no more, and another one still is",
    arguments: [
      (.refused(blockedFor: nil), nil), (.secondStepMissing, nil), (.passwordExpired, nil), (.unanswered, nil),
      (.signedIn(SignedIn(email: email("ada@lovelace.example"))), nil), (.cancelled, 60),
    ] as [(SignInOutcome, Int?)])
  func admitted(_ outcome: SignInOutcome, left: Int?) {
    // given
    let tally = AttemptTally(scheduler: TestScheduler())
    let seconds = Recorder(tally.block(of: .just(.email(ada))).map { $0?.secondsLeft })
    tally.record(.throttled(seconds: 60), of: .email(ada))
    // when
    tally.record(outcome, of: .email(email("bob@example.com")))
    // then
    #expect(seconds.last == 60)
    // when
    tally.record(outcome, of: .email(ada))
    // then
    #expect(seconds.last == .some(left))
  }

  @Test("The last of three attempts is the refusal after two others")
  func last() {
    let tally = AttemptTally(scheduler: TestScheduler())
    for isLast in [false, false, true, true] {
      #expect(tally.isLast(.refused(blockedFor: 1), of: 3) == isLast)
      #expect(!tally.isLast(.refused(blockedFor: 1), of: nil))
      #expect(!tally.isLast(.unanswered, of: 3))
      tally.record(.refused(blockedFor: nil), of: .email(ada))
    }
  }

  @Test("A new block replaces the one before, and nothing is scheduled after its end")
  func replaced() {
    let clock = SleepyClock()
    let tally = AttemptTally(scheduler: clock)
    let seconds = Recorder(tally.block(of: .just(.email(ada))).map { $0?.secondsLeft })
    tally.record(.refused(blockedFor: 60), of: .email(ada))
    tally.record(.throttled(seconds: 2), of: .email(ada))
    clock.pass(.seconds(1))
    clock.pass(.seconds(1))
    #expect(seconds.values == [nil, 60, 2, 1, nil])
    #expect(clock.isIdle)
  }

  @Test("A time limit below a second is one of a second")
  func shortLimit() {
    let scheduler = TestScheduler()
    let seconds = Recorder(scheduler.countdown(of: .zero))
    scheduler.advance(by: .milliseconds(999))
    #expect(seconds.values == [1])
    scheduler.advance(by: .milliseconds(1))
    #expect(seconds.values == [1, 0])
  }

  @Test("After a suspension the countdown goes by the clock")
  func suspended() {
    let clock = SleepyClock()
    let tally = AttemptTally(scheduler: clock)
    let seconds = Recorder(tally.block(of: .just(.email(ada))).map { $0?.secondsLeft })
    tally.record(.refused(blockedFor: 60), of: .email(ada))
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
