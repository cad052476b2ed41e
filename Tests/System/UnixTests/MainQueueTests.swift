import Glibc
import Synchronization
import Testing

@testable import Unix

@Suite("Main queue")
struct MainQueueTests {
  @Test("the loop may sleep until there is work; one turn does it, and the work that this adds")
  func turns() async {
    // given
    let queue = MainQueue()
    let worker = Worker(on: queue)
    #expect(queue.mayLoopSleep())
    // when
    let task = Task.detached { await worker.work() }
    while queue.mayLoopSleep() { await Task.yield() }
    // then
    #expect(worker.story.withLock { $0 } == [])
    queue.run(hasRung: false)
    #expect(worker.story.withLock { $0 } == ["began", "went on"])
    #expect(queue.mayLoopSleep())
    await task.value
  }

  @Test("work rings the bell of a loop that sleeps, and its next turn silences it")
  func bell() async throws {
    let queue = MainQueue()
    try queue.hangBell()
    defer { close(queue.bell) }
    // Given a loop that sleeps
    #expect(queue.mayLoopSleep())
    #expect(!queue.hasRung)
    // When work comes
    let worker = Worker(on: queue)
    let task = Task.detached { await worker.work() }
    while !queue.hasRung { await Task.yield() }
    queue.loopWoke()
    queue.run(hasRung: true)
    await task.value
    // Then the bell is silent again
    #expect(!queue.hasRung)
  }
}

extension MainQueue {
  fileprivate var hasRung: Bool {
    var bell = pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
    return poll(&bell, 1, 0) == 1
  }
}

/// An actor whose work waits in a queue.
private actor Worker {
  nonisolated let story = Mutex<[String]>([])
  private let queue: MainQueue
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  init(on queue: MainQueue) {
    self.queue = queue
  }

  func work() {
    tell("began")
    Task { tell("went on") }
  }

  private func tell(_ event: String) {
    story.withLock { $0.append(event) }
  }
}
