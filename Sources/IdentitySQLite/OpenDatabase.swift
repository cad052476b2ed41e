import GRDB
import Synchronization

/// A database that is open until nobody holds this object any more, or until it is closed.
final class OpenDatabase: Sendable {
  let queue: DatabaseQueue

  /// The queues of all that were ever open. They outlive them: a dispatch queue that goes takes leave on a thread of
  /// libdispatch, which asks for one every second, for ever, where the system has none to give. A program opens one.
  private static let queues = Mutex<[DatabaseQueue]>([])

  /// Opens the file at `path`, or a database in memory where there is none.
  init(path: String?, configuration: Configuration) throws {
    queue =
      try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
      ?? DatabaseQueue(configuration: configuration)
    Self.queues.withLock { $0.append(queue) }
  }

  deinit {
    close()
  }

  /// What cannot be closed is closed by the end of the program, and read from the files beside it the next time.
  func close() {
    try? queue.close()
  }
}
