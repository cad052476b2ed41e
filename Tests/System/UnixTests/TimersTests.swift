import Testing

@testable import Unix

@Suite("Timers")
struct TimersTests {
  @Test("due timers run in order of time, then of creation; a cancelled one doesn't run")
  func order() {
    // given
    let timers = Timers()
    var ran: [String] = []
    _ = timers.add(after: .zero) { ran.append("first") }
    let cancelled = timers.add(after: .zero) { ran.append("cancelled") }
    _ = timers.add(after: .seconds(-1)) { ran.append("long due") }
    _ = timers.add(after: .seconds(3600)) { ran.append("in an hour") }
    // when
    timers.cancel(cancelled)
    timers.runDue()
    // then
    #expect(ran == ["long due", "first"])
    #expect(timers.next.map { $0 > Timers.now + .seconds(3000) } == true)
  }

  @Test("a timer added by a timer waits for the next turn, so keys come in between")
  func again() {
    let timers = Timers()
    var count = 0
    func repeatedly() {
      count += 1
      _ = timers.add(after: .zero, repeatedly)
    }
    repeatedly()
    timers.runDue()
    #expect(count == 2)
    timers.runDue()
    #expect(count == 3)
  }

  @Test("a timer may cancel another due one")
  func cancelled() {
    let timers = Timers()
    var ran: [Int] = []
    var second: Timers.ID?
    _ = timers.add(after: .zero) {
      ran.append(1)
      second.map(timers.cancel)
    }
    second = timers.add(after: .zero) { ran.append(2) }
    timers.runDue()
    #expect(ran == [1])
    #expect(timers.next == nil)
  }
}
