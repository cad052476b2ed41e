import Identity
import TestSupport
import Testing

@Suite("The start time of the machine")
struct MachineStartTests {
  private let start = MachineStart(boot: "one", moment: Timestamp(milliseconds: 1_000_000))

  @Test("measures how far the clock was set since", arguments: [1_000, -1_000, 31_536_000_000] as [Int64])
  func setting(milliseconds: Int64) {
    let later = MachineStart(boot: "one", moment: start.moment.advanced(by: .milliseconds(milliseconds)))
    #expect(later.setting(since: start) == .milliseconds(milliseconds))
  }

  @Test("ignores less than a second, which is only the time between reading two clocks", arguments: [0, 999, -999])
  func jitter(milliseconds: Int64) {
    let later = MachineStart(boot: "one", moment: start.moment.advanced(by: .milliseconds(milliseconds)))
    #expect(later.setting(since: start) == .zero)
  }

  @Test("measures nothing before a restart")
  func otherBoot() {
    let later = MachineStart(boot: "two", moment: start.moment.advanced(by: .seconds(99)))
    #expect(later.setting(since: start) == .zero)
  }

  @Test("is in the past and constant, by the clock of this machine")
  func system() throws {
    let clock = SystemClock()
    let first = try #require(clock.machineStart)
    let second = try #require(clock.machineStart)
    #expect(first.boot == second.boot)
    #expect(first.moment < clock.now())
    #expect(second.setting(since: first) == .zero)
  }

  @Test("can be read again and again: each reading closes what it opened")
  func descriptors() async {
    // In a process of its own: other tests open files, too. What runs tests may open a few even there.
    await #expect(processExitsWith: .success) {
      let clock = SystemClock()
      let before = try OwnProcess.descriptorCount()
      for _ in 1...100 { _ = clock.machineStart }
      let after = try OwnProcess.descriptorCount()
      #expect(after - before < 50)
    }
  }
}
