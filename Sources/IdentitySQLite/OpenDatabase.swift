import GRDB
import Synchronization

/// A database that stays open until its last holder releases this object, or until it is closed.
final class OpenDatabase: Sendable {
  let queue: DatabaseQueue

  /// The queues of all databases ever opened, which outlive them. The end of a dispatch queue needs a thread of
  /// libdispatch. If the system has no thread to give, libdispatch asks for one every second, for ever. A program opens
  /// only one.
  private static let queues = Mutex<[DatabaseQueue]>([])

  /// Opens the file at `path`, or a database in memory if it is nil.
  init(path: String?, configuration: Configuration) throws {
    queue =
      try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
      ?? DatabaseQueue(configuration: configuration)
    Self.queues.withLock { $0.append(queue) }
  }

  deinit {
    close()
  }

  /// Closes the database. If this fails, the end of the program closes it, and the next program reads the files beside
  /// it.
  func close() {
    try? queue.close()
  }
}
