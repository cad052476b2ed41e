internal import Dispatch

/// Blocks this thread until asynchronous work is done on other threads. Only for commands without a screen: a screen
/// would freeze.
package func waiting<Value, Problem: Error>(
  for work: @escaping @Sendable () async throws(Problem) -> Value
) throws(Problem) -> Value {
  let semaphore = DispatchSemaphore(value: 0)
  // Written before the signal and read after the wait: the semaphore prevents a data race.
  nonisolated(unsafe) var result: Result<Value, Problem>?
  // Released before the signal: the last holder of a store closes it, and the program may exit right after the signal.
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

/// Work at the end of the program, in parallel with the rest. The program can exit without it.
package struct LastWork {
  private let done = DispatchSemaphore(value: 0)

  /// Starts the work.
  package init(_ work: @escaping @Sendable () async -> Void) {
    Task.detached { [done] in
      await work()
      done.signal()
    }
  }

  /// Waits for the work, but no longer than `milliseconds`.
  package func wait(atMost milliseconds: Int) {
    _ = done.wait(timeout: .now() + .milliseconds(milliseconds))
  }
}
