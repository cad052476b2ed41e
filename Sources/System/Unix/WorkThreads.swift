internal import Glibc
internal import Synchronization

/// Threads for work that belongs to no actor: the store and the hashing. A task runs on them if it prefers this
/// executor, with every `nonisolated` function that it calls.
///
/// They take the place of libdispatch's pool. After its first use, libdispatch wakes the process every second to check
/// whether it needs more threads; where the system gives none, it retries for ever on the main thread. These threads
/// sleep until there is work.
public final class WorkThreads: TaskExecutor {
  private let queue = WorkQueue()
  private let count: Int

  /// Starts the threads, which end when the executor is released.
  /// - Parameter count: How many, at least 1.
  /// - Throws: If the system gives fewer, because too many are running.
  public init(count: Int) throws(SystemError) {
    self.count = count
    for _ in 0..<count {
      let refusal = queue.startThread()
      if refusal != 0 { throw SystemError(number: refusal) }
    }
  }

  deinit {
    for _ in 0..<count { queue.add(.end) }
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    queue.add(.job(UnownedJob(job), asUnownedTaskExecutor()))
  }
}

/// The work that waits for a thread, the earliest first.
private final class WorkQueue: Sendable {
  enum Work: Sendable {
    case job(UnownedJob, UnownedTaskExecutor)
    /// A thread ends.
    case end
  }

  private let waiting = Mutex<[Work]>([])
  // A semaphore must not move, and is safe to use from all threads. Unlike a condition variable, it reports a failed
  // wake-up.
  private nonisolated(unsafe) let count = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() {
    sem_init(count, 0, 0)
  }

  deinit {
    sem_destroy(count)
    count.deallocate()
  }

  func add(_ work: Work) {
    waiting.withLock { $0.append(work) }
    // Without a wake-up, the work would be lost.
    if sem_post(count) != 0 { fatalError("A thread cannot be woken.") }
  }

  /// - Returns: 0, or the error number of pthread_create(3).
  func startThread() -> Int32 {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let queue = Unmanaged.passRetained(self)
    let refusal = pthread_create(&thread, &attributes, serveQueue, queue.toOpaque())
    if refusal != 0 { queue.release() }
    return refusal
  }

  func serve() {
    // All signals but those of a fault are for the main thread.
    var others = sigset_t()
    sigfillset(&others)
    for fault in ProcessSignals.faults { sigdelset(&others, fault) }
    pthread_sigmask(SIG_SETMASK, &others, nil)
    // The handler that gives the terminal back needs a stack of its own if this one overflows.
    let size = 64 << 10
    let stack = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    var handlers = stack_t(ss_sp: stack, ss_flags: 0, ss_size: size)
    sigaltstack(&handlers, nil)
    defer {
      handlers.ss_flags = Int32(SS_DISABLE)
      sigaltstack(&handlers, nil)
      stack.deallocate()
    }
    while case .job(let job, let executor) = next() { job.runSynchronously(on: executor) }
  }

  private func next() -> Work {
    while sem_wait(count) != 0 {}
    return waiting.withLock { $0.removeFirst() }
  }
}

private func serveQueue(_ queue: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let queue { Unmanaged<WorkQueue>.fromOpaque(queue).takeRetainedValue().serve() }
  return nil
}
