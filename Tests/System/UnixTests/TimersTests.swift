import Glibc
import Synchronization
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

  @Test("timers go by a clock that goes on while the machine sleeps; those long due come before what woke it")
  func sleep() {
    // given a clock, and limits of five minutes and of an hour
    let now = Mutex(Duration.seconds(100))
    let timers = Timers { now.withLock(\.self) }
    var ran: [String] = []
    _ = timers.add(after: .seconds(300)) { ran.append("five minutes") }
    _ = timers.add(after: .seconds(3600)) { ran.append("an hour") }
    #expect(timers.nextTimeout == 300_000)
    // when the machine has slept for almost an hour
    now.withLock { $0 += .milliseconds(3_600_500) }
    timers.runDue(since: .seconds(1))
    // then
    #expect(ran == ["five minutes"])
    timers.runDue()
    #expect(ran == ["five minutes", "an hour"])
    // and a program's clock is the one that goes on.
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    #expect((Timers.now - .seconds(time.tv_sec)).components.seconds < 60)
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
