import Signals
import TestSupport
import Testing

/// The marble diagrams of the operators that take time, word for word, as tests of clause 9 of the contract.
@Suite("Operators with a scheduler, as drawn")
struct TimeOperatorTests {
  @Test("9: debounce waits for the end of a burst")
  func debounce() async throws {
    let diagram = try Diagram(
      "Operators/Debounce",
      """
      source        -1-2-----3----
      debounce(3)   ------2-----3-
      """)
    let source = diagram.numbers("source")
    let scheduler = diagram.scheduler
    diagram.expect("debounce(3)", source.debounce(.seconds(3), on: scheduler))
    await diagram.run()
  }

  @Test("9: throttle lets one value through per interval, and the last one at its end")
  func throttle() async throws {
    let diagram = try Diagram(
      "Operators/Throttle",
      """
      source        -123-----4---
      throttle(3)   -1--3----4---
      """)
    let source = diagram.numbers("source")
    let scheduler = diagram.scheduler
    diagram.expect("throttle(3)", source.throttle(.seconds(3), on: scheduler))
    await diagram.run()
  }

  @Test("9: ticks count the intervals, and end")
  func ticks() async throws {
    let diagram = try Diagram("Time/Ticks", "ticks(every: 2, through: 3)   0-1-2-3-----")
    diagram.expect("ticks(every: 2, through: 3)", diagram.scheduler.ticks(every: .seconds(2), through: 3))
    await diagram.run()
  }

  @Test("9: a subscription that ends leaves no timer behind")
  func noTimerLeft() {
    let scheduler = CountingScheduler()
    let relay = Relay<Int>()
    for signal in [
      relay.signal.debounce(.seconds(1), on: scheduler), relay.signal.throttle(.seconds(1), on: scheduler),
      scheduler.ticks(every: .seconds(1)),
    ] {
      // given
      let subscription = signal.subscribe { _ in }
      relay.send(1)
      #expect(scheduler.running == 1)
      // when
      subscription.dispose()
      // then
      #expect(scheduler.running == 0)
    }
  }
}

/// A scheduler whose time stands still, and that knows how many timers wait.
private final class CountingScheduler: Scheduler {
  let now = Duration.zero
  private var timers: [Disposable] = []

  var running: Int { timers.filter { !$0.isDisposed }.count }

  func schedule(after delay: Duration, _ action: @escaping () -> Void) -> Disposable {
    let timer = Disposable {}
    timers.append(timer)
    return timer
  }
}
