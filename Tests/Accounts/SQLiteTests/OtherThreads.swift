import Foundation
import Synchronization

/// Runs each of the `calls` on a thread of its own, all at once. Waits for them, and returns their errors.
func errorsOnOtherThreads(_ calls: [@Sendable () throws -> Void]) -> [any Error] {
  let errors = Errors()
  let ended = DispatchSemaphore(value: 0)
  for call in calls {
    Thread.detachNewThread {
      do { try call() } catch { errors.add(error) }
      ended.signal()
    }
  }
  for _ in calls { ended.wait() }
  return errors.all
}

private final class Errors: Sendable {
  private let errors = Mutex<[any Error]>([])

  var all: [any Error] { errors.withLock(\.self) }
  func add(_ error: any Error) { errors.withLock { $0.append(error) } }
}

/// A number that threads count up.
final class Count: Sendable {
  private let number = Atomic(0)

  var value: Int { number.load(ordering: .sequentiallyConsistent) }
  func add() { number.add(1, ordering: .sequentiallyConsistent) }
}

/// A directory for one test, removed after it.
final class ScratchDirectory: Sendable {
  let path: String

  init() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "signin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    path = directory.path(percentEncoded: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of `name` in it.
  func callAsFunction(_ name: String) -> String { path + "/" + name }
}
