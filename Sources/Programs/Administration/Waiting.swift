import Dispatch
package import Identity
package import ProgramSupport
import Unix

/// The thread on which commands work while the main thread waits. The process has one, because a command waits for one
/// piece of work at a time.
private let worker = Result { () throws(SystemError) in try WorkThreads(count: 1) }

/// Starts the thread for ``waiting(for:)``. Call it before any input is read.
func startWorker() throws(Failure) {
  if case .failure(let error) = worker { throw .noThread(error) }
}

/// Blocks this thread until asynchronous work is done on the other thread.
func waiting<Value, Problem: Error>(
  for work: @escaping @Sendable () async throws(Problem) -> Value
) throws(Problem) -> Value {
  let semaphore = DispatchSemaphore(value: 0)
  // Written before the signal and read after the wait: the semaphore prevents a data race.
  nonisolated(unsafe) var result: Result<Value, Problem>?
  // Released before the signal: the last holder of a store closes it, and the program may exit right after the signal.
  nonisolated(unsafe) var work: (@Sendable () async throws(Problem) -> Value)? = work
  Task.detached(executorPreference: try? worker.get()) {
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

/// Waits for an operation of a store, as ``waiting(for:)`` does.
package func waitingForStore<Value>(
  _ work: @escaping @Sendable () async throws(StoreError) -> Value
) throws(Failure) -> Value {
  try usingStore { () throws(StoreError) in try waiting(for: work) }
}
