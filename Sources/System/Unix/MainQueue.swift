internal import CUnix
internal import Glibc
internal import Synchronization

/// The work of Swift's main actor that waits for a turn of the loop.
///
/// The runtime would give it to libdispatch, which needs a descriptor, tables and threads for what is a list here.
final class MainQueue: SerialExecutor {
  /// A process has one main actor, and so one queue for it.
  static let shared = MainQueue()

  private struct Waiting {
    var jobs: [UnownedJob] = []
    /// Whether the loop sleeps, or is about to, and the bell has not rung since.
    var isLoopAsleep = false
    /// An eventfd that wakes the loop, or -1 if no other thread adds work.
    var bell: Int32 = -1
  }

  private let waiting = Mutex(Waiting())

  /// From here on, work from another thread wakes the loop.
  /// - Throws: If the system gives no descriptor for the bell.
  func hangBell() throws(SystemError) {
    let bell = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    if bell < 0 { throw SystemError(number: errno) }
    waiting.withLock { $0.bell = bell }
  }

  /// From here on, the main actor's work waits here.
  /// - Parameter alone: Whether the work of no actor waits here, too.
  func takeMainActor(alone: Bool) {
    // Both types are two pointers: to the executor, and to its witness table.
    signin_set_main_executor(unsafeBitCast(asUnownedSerialExecutor(), to: ExecutorReference.self), alone)
  }

  /// The descriptor that becomes readable when another thread adds work while the loop sleeps.
  var bell: Int32 { waiting.withLock(\.bell) }

  /// Whether the loop may sleep, because no work waits. From here on, new work rings the bell.
  func mayLoopSleep() -> Bool {
    waiting.withLock {
      $0.isLoopAsleep = $0.jobs.isEmpty
      return $0.isLoopAsleep
    }
  }

  /// The loop does not sleep any more, so new work need not ring.
  func loopWoke() { waiting.withLock { $0.isLoopAsleep = false } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    waiting.withLock {
      $0.jobs.append(job)
      guard $0.isLoopAsleep, $0.bell >= 0 else { return }
      while eventfd_write($0.bell, 1) != 0 {
        // Nothing else is known to fail. Later work rings again then.
        guard errno == EINTR else { return }
      }
      $0.isLoopAsleep = false
    }
  }

  /// Does the work that waits, and what this adds. Call this on the main thread.
  /// - Parameter hasRung: Whether the bell is readable.
  func run(hasRung: Bool) {
    if hasRung {
      var count: eventfd_t = 0
      eventfd_read(bell, &count)
    }
    while let job = next() { job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  /// The piece of work that has waited longest. They are taken one by one, because one of them may run a loop again.
  private func next() -> UnownedJob? {
    waiting.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
  }
}
