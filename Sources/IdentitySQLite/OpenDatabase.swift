import GRDB

/// A database that is open until nobody holds this object any more, or until it is closed.
///
/// Its queue outlives it: a dispatch queue that goes takes leave on a thread of libdispatch, which asks for one every
/// second, for ever, where the system has none to give. So some hundred bytes stay, once in a program's life.
final class OpenDatabase: Sendable {
  let queue: DatabaseQueue

  /// Opens the file at `path`, or a database in memory where there is none.
  init(path: String?, configuration: Configuration) throws {
    queue =
      try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
      ?? DatabaseQueue(configuration: configuration)
    _ = Unmanaged.passRetained(queue)
  }

  deinit {
    close()
  }

  /// What cannot be closed is closed by the end of the program, and read from the files beside it the next time.
  func close() {
    try? queue.close()
  }
}
