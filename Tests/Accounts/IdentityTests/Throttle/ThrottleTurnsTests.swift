import Identity
import TestSupport
import Testing

@Suite("Turns of the throttle")
struct ThrottleTurnsTests {
  private let throttle = Throttle()
  private let noon = Timestamp(milliseconds: 43_200_000_000)
  private let ann = ThrottleKey(email: "ann@example.com", source: ThrottleSource(uid: 7, host: "here"))

  @Test("are ten of a source at once and a hundred of a gate, and no more even for an owner at home")
  func room() {
    // Given an owner whose home is busy, and one at a quiet host of a gate whose other hosts are busy
    let rule = Throttle(gateUIDs: [9])
    let behind = ThrottleKey(email: ann.email, source: ThrottleSource(uid: 9, host: "quiet"))
    for (key, most) in [(ann, 10), (behind, 100)] {
      for others in [most - 1, most] {
        var state = ThrottleState(pairs: [ann: home()])
        for number in 0..<others {
          let source = key == ann ? ann.source : ThrottleSource(uid: 9, host: "host\(number)")
          let other = ThrottleKey(email: "person\(number)@example.com", source: source)
          state.pending[.sample(Int64(number))] = PendingAttempt(key: other, charged: noon)
        }
        // Then the last place is taken, and whoever comes later waits
        #expect(rule.judge(key, in: &state, at: noon) == (others < most ? .admitted : .mustWait))
      }
    }
  }

  @Test("go to those who wait, before a source that has failed already", .tags(.guessingIsSlow))
  func turns() {
    // Given a stranger whose failure blocks, and an owner at a new place who has asked meanwhile
    let stranger = ThrottleKey(email: ann.email, source: ThrottleSource(uid: 8, host: "there"))
    var state = ThrottleState(runs: [stranger: run(5, ago: .zero)])
    #expect(throttle.judge(ann, in: &state, at: noon) == .blocked(seconds: 4))
    // When the block ends, then the stranger gives way for 30 s, and the owner need not wait
    let end = noon.advanced(by: .seconds(4))
    #expect(throttle.judge(stranger, in: &state, at: end) == .blocked(seconds: 30))
    #expect(throttle.judge(stranger, in: &state, at: end.advanced(by: .seconds(29))) == .blocked(seconds: 1))
    var late = state
    #expect(throttle.judge(ann, in: &state, at: end) == .admitted)
    // And nobody waits longer for an owner who does not come
    #expect(throttle.judge(stranger, in: &late, at: end.advanced(by: .seconds(30))) == .admitted)
  }

  @Test(
    "have to wait while an attempt elsewhere could disable the email, even for an owner at home", arguments: [3, 4])
  func mayDisable(failures: Int) {
    // Given a stranger with one more attempt that is pending, and an owner at home
    let rule = Throttle(disablingFailure: 5)
    let stranger = ThrottleKey(email: ann.email, source: ThrottleSource(uid: 8, host: "there"))
    var state = ThrottleState(
      runs: [stranger: run(failures, ago: .seconds(60))],
      pending: [.sample(1): PendingAttempt(key: stranger, charged: noon)], pairs: [ann: home()])
    // Then the owner waits if it could be the fifth failure
    #expect(rule.judge(ann, in: &state, at: noon) == (failures == 4 ? .mustWait : .admitted))
  }

  @Test("go to either of two that wait and failed at the same moment", .tags(.guessingIsSlow))
  func equalTurns() {
    // Given two strangers who failed together, and have asked again while they were blocked
    let strangers = ["here", "there"].map { ThrottleKey(email: ann.email, source: ThrottleSource(uid: 8, host: $0)) }
    var state = ThrottleState()
    for stranger in strangers { state.runs[stranger] = run(3, ago: .zero) }
    for stranger in strangers { #expect(throttle.judge(stranger, in: &state, at: noon) == .blocked(seconds: 8)) }
    // When the block ends, then none of them waits for the other
    for stranger in strangers {
      var state = state
      #expect(throttle.judge(stranger, in: &state, at: noon.advanced(by: .seconds(8))) == .admitted)
    }
  }

  @Test("are left to nobody else once nothing is blocked", .tags(.guessingIsSlow))
  func noTurns() {
    // Given somebody who was blocked by three failures, of which a sign-in has cleared one
    let waiting = ThrottleKey(email: ann.email, source: ThrottleSource(uid: 8, host: "there"))
    var state = ThrottleState(
      runs: [ann: run(2, ago: .seconds(5))], pairs: [waiting: ThrottlePair(waiting: noon.advanced(by: .seconds(-5)))])
    // Then both may try
    for key in [ann, waiting] { #expect(throttle.judge(key, in: &state, at: noon) == .admitted) }
  }

  private func home() -> ThrottlePair { ThrottlePair(succeeded: noon) }

  private func run(_ failures: Int, ago: Duration) -> FailureRun {
    let last = noon.advanced(by: .zero - ago)
    return FailureRun(failures: failures, since: last, last: last)
  }
}
