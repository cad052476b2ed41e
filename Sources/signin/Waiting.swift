import Dispatch
import Identity

/// Waits on this thread for asynchronous work, which runs on others. For where there is no screen that would freeze.
func waiting<Value, Problem: Error>(
  for work: @escaping @Sendable () async throws(Problem) -> Value
) throws(Problem) -> Value {
  let semaphore = DispatchSemaphore(value: 0)
  // Written before the signal, read after the wait: the semaphore keeps the two apart.
  nonisolated(unsafe) var result: Result<Value, Problem>?
  // Let go of before the signal: a store is closed by whoever lets go of it last, and after the signal the program may end.
  nonisolated(unsafe) var work: (@Sendable () async throws(Problem) -> Value)? = work
  Task.detached {
    do throws(Problem) {
      if let work { result = .success(try await work()) }
    } catch {
      result = .failure(error)
    }
    work = nil
    semaphore.signal()
  }
  semaphore.wait()
  guard let result else { fatalError("The work was signalled as done before it was.") }
  return try result.get()
}

/// Waits for what a store is asked to do.
func waitingForStore<Value>(
  _ work: @escaping @Sendable () async throws(StoreError) -> Value
) throws(Failure) -> Value {
  do {
    return try waiting(for: work)
  } catch {
    throw Failure(error)
  }
}

/// Work that goes on beside what else there is to do at the end, and that the program can end without.
struct LastWork {
  private let done = DispatchSemaphore(value: 0)

  /// Begins it.
  init(_ work: @escaping @Sendable () async -> Void) {
    Task.detached { [done] in
      await work()
      done.signal()
    }
  }

  /// Waits for it, for so many milliseconds and no longer.
  func wait(atMost milliseconds: Int) {
    _ = done.wait(timeout: .now() + .milliseconds(milliseconds))
  }
}
