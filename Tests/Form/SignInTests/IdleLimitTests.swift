import SignIn
import Signals
import TestSupport
import Testing

@Suite("The limit of inactivity")
struct IdleLimitTests {
  private let scheduler = TestScheduler()

  @Test("The last ten seconds are counted down; then the time has run out, once")
  func countdown() {
    let limit = IdleLimit(seconds: 60, scheduler: scheduler)
    let (seconds, ends) = (Recorder(limit.secondsLeft), Recorder(limit.passed.map { true }))
    // given nobody, whose time does not run
    scheduler.advance(by: .seconds(100))
    #expect(seconds.values == [nil])
    // when somebody acts, and then no more
    limit.didAct()
    scheduler.advance(by: .milliseconds(49_999))
    #expect(seconds.values == [nil])
    scheduler.advance(by: .milliseconds(1))
    #expect(seconds.values == [nil, 10])
    scheduler.advance(by: .milliseconds(9_999))
    #expect(seconds.last == 1 && ends.values.isEmpty)
    // then
    scheduler.advance(by: .milliseconds(1))
    #expect(seconds.values == [nil] + (0...10).reversed().map { $0 })
    #expect(ends.values == [true])
    scheduler.advance(by: .seconds(100))
    #expect(ends.values == [true])
  }

  @Test("Any action starts the time again, also during the countdown")
  func again() {
    let limit = IdleLimit(seconds: 60, scheduler: scheduler)
    let (seconds, ends) = (Recorder(limit.secondsLeft), Recorder(limit.passed.map { true }))
    limit.didAct()
    scheduler.advance(by: .seconds(49))
    limit.didAct()
    scheduler.advance(by: .seconds(51))
    #expect(seconds.values == [nil, 10, 9])
    limit.didAct()
    #expect(seconds.last == .some(nil))
    scheduler.advance(by: .seconds(50))
    #expect(seconds.last == 10 && ends.values.isEmpty)
  }

  @Test("A limit of a few seconds is a countdown from the beginning")
  func short() {
    let limit = IdleLimit(seconds: 2, scheduler: scheduler)
    let (seconds, ends) = (Recorder(limit.secondsLeft), Recorder(limit.passed.map { true }))
    limit.didAct()
    scheduler.advance(by: .zero)
    #expect(seconds.values == [nil, 2])
    scheduler.advance(by: .seconds(2))
    #expect(seconds.values == [nil, 2, 1, 0] && ends.values == [true])
  }

  @Test("While the user acts elsewhere the time does not run out, and it starts with the next action")
  func paused() {
    let limit = IdleLimit(seconds: 60, scheduler: scheduler)
    let (seconds, ends) = (Recorder(limit.secondsLeft), Recorder(limit.passed.map { true }))
    limit.didAct()
    limit.pause(true)
    scheduler.advance(by: .seconds(100))
    #expect(seconds.values == [nil] && ends.values.isEmpty)
    limit.pause(false)
    limit.didAct()
    scheduler.advance(by: .seconds(60))
    #expect(seconds.last == 0 && ends.values == [true])
  }
}
