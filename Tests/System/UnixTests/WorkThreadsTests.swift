import Glibc
import Testing

@testable import Unix

@Suite struct WorkThreadsTests {
  @Test func `Work of no actor runs on the threads, and on no other`() async throws {
    let threads = try WorkThreads(count: 1)
    let own = await Task(executorPreference: threads) { pthread_self() }.value
    for _ in 0..<20 {
      #expect(await Task(executorPreference: threads) { await elsewhere() }.value == own)
    }
    #expect(own != pthread_self())
  }

  @Test func `Two threads work at the same time`() async throws {
    let threads = try WorkThreads(count: 2)
    let ends = Ends()
    // Each waits for the other, and would wait for ever alone.
    async let one = Task(executorPreference: threads) { ends.meet(0) }.value
    async let other = Task(executorPreference: threads) { ends.meet(1) }.value
    #expect(await (one, other) == (true, true))
  }

  @Test func `The threads end with their executor`() async throws {
    // given: a value of the thread, whose end closes a pipe
    var key = pthread_key_t()
    pthread_key_create(&key, closeEnd)
    defer { pthread_key_delete(key) }
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    do {
      let threads = try WorkThreads(count: 1)
      await Task(executorPreference: threads) { [key, end = ends[1]] in
        _ = pthread_setspecific(key, UnsafeMutableRawPointer(bitPattern: Int(end)))
      }.value
    }
    // then
    var byte: UInt8 = 0
    #expect(read(ends[0], &byte, 1) == 0)
    close(ends[0])
  }
}

private nonisolated func closeEnd(_ end: UnsafeMutableRawPointer?) { close(Int32(Int(bitPattern: end))) }

@concurrent private nonisolated func elsewhere() async -> pthread_t { pthread_self() }

/// Two pipes, so that two threads can wait for each other.
private nonisolated final class Ends: Sendable {
  private let pipes: [[Int32]]

  init() {
    pipes = (0..<2).map { _ in
      var ends: [Int32] = [-1, -1]
      pipe(&ends)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return ends
    }
  }

  deinit {
    for end in pipes.joined() { close(end) }
  }

  func meet(_ side: Int) -> Bool {
    var byte: UInt8 = 1
    return write(pipes[side][1], &byte, 1) == 1 && read(pipes[1 - side][0], &byte, 1) == 1
  }
}
