import Signals
import Testing

/// Clause 9 of the contract: time is given.
@Suite("Schedulers")
struct SchedulerTests {
  @Test("9: a test scheduler runs due actions in order of time, then of scheduling, at the time of each")
  func order() {
    let scheduler = TestScheduler()
    var log: [String] = []
    func note(_ name: String, after delay: Int) {
      _ = scheduler.schedule(after: .seconds(delay)) { log.append("\(name) at \(scheduler.now)") }
    }
    note("last", after: 3)
    note("first", after: 1)
    note("second", after: 1)
    note("later", after: 4)

    scheduler.advance(by: .seconds(3))

    #expect(log == ["first at 1.0 seconds", "second at 1.0 seconds", "last at 3.0 seconds"])
    #expect(scheduler.now == .seconds(3))
    scheduler.advance(by: .seconds(1))
    #expect(log.last == "later at 4.0 seconds")
  }

  @Test("9: an action scheduled by another one within the advanced time runs as well")
  func nested() {
    let scheduler = TestScheduler()
    var times: [Duration] = []
    var next: Disposable?
    func again() {
      times.append(scheduler.now)
      next = scheduler.schedule(after: .seconds(2), again)
    }
    again()

    scheduler.advance(by: .seconds(7))

    #expect(times == [.zero, .seconds(2), .seconds(4), .seconds(6)])
    next?.dispose()
  }

  @Test("9: a disposed action does not run, not even when it is due at that same moment")
  func disposal() {
    let scheduler = TestScheduler()
    var log: [String] = []
    var later: Disposable?
    _ = scheduler.schedule(after: .seconds(1)) {
      log.append("first")
      later?.dispose()
    }
    later = scheduler.schedule(after: .seconds(1)) { log.append("later") }

    scheduler.advance(by: .seconds(2))

    #expect(log == ["first"])
  }
}
