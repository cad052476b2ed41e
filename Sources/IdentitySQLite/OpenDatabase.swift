import GRDB
import Synchronization

/// A database that stays open until its last holder releases this object, or until it is closed.
final class OpenDatabase: Sendable {
  let queue: DatabaseQueue

  /// Keeps the queue of every database alive, even after the database is closed. To end a dispatch queue, libdispatch
  /// needs a thread. If the system has none to give, libdispatch asks again every second, for ever. A program opens
  /// only one database.
  private static let queues = Mutex<[DatabaseQueue]>([])

  /// Opens the file at `path`, or a database in memory if it is nil.
  ///
  /// SQLite gets a relative path with `./` before it. By the names `:memory:` and `file:x` it would open something else
  /// than the file that was checked.
  init(path: String?, configuration: Configuration) throws {
    queue =
      try path.map { path in
        try DatabaseQueue(path: path.hasPrefix("/") ? path : "./" + path, configuration: configuration)
      }
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
