import GRDB
public import Identity
import Synchronization

/// Accounts, sessions and attempts in one SQLite file, shared by any number of programs.
///
/// Made at once: the file is opened by the first operation, behind the caller's back, and so after whatever a program
/// has to show first. An operation that has begun is finished even when its task is cancelled, so that no attempt can be
/// half recorded.
public final class SQLiteStore: Sendable {
  private typealias Opening = Task<Result<OpenDatabase, StoreError>, Never>

  let clock: any WallClock
  let retention: Duration?
  let pace: SearchPace
  private let place: Connection.Place
  private let opening = Mutex<Opening?>(nil)

  /// The store in `file`, which is made, with its directory, if it is missing.
  /// - Parameter retention: How long attempts are kept in the log; for ever when it is nil. Older ones go a few at a time,
  ///   with every attempt that is charged, so that nobody ever waits for it.
  public convenience init(file: StoreFile, clock: any WallClock = SystemClock(), retention: Duration? = nil) {
    self.init(at: .file(file), clock: clock, retention: retention)
  }

  /// A store in memory, which nobody else sees and which ends with this object.
  public static func inMemory(clock: any WallClock = SystemClock()) -> SQLiteStore {
    SQLiteStore(at: .memory, clock: clock)
  }

  init(
    at place: Connection.Place, clock: any WallClock, retention: Duration? = nil, pace: SearchPace = SearchPace()
  ) {
    self.place = place
    self.clock = clock
    self.retention = retention
    self.pace = pace
  }

  private static func open(_ place: Connection.Place) -> Opening {
    Task.detached {
      do throws(StoreError) {
        return .success(try Connection.open(place))
      } catch {
        return .failure(error)
      }
    }
  }

  /// The open database. One that could not be opened is tried again by the next operation: by then its disk may have
  /// space again.
  func database() async throws(StoreError) -> OpenDatabase {
    let current = opening.withLock { opening -> Opening in
      let current = opening ?? Self.open(place)
      opening = current
      return current
    }
    let result = await current.value
    if case .failure = result {
      opening.withLock { if $0 == current { $0 = nil } }
    }
    return try result.get()
  }

  /// Closes the file. If nobody else has it open, all of the store is in it then, and nothing beside it. The next operation
  /// opens it again.
  public func close() async {
    let opening = opening.withLock { opening in
      defer { opening = nil }
      return opening
    }
    if case .success(let database) = await opening?.value { database.close() }
  }

  /// Runs `body` on the store as it is at one moment.
  func read<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws(StoreError) -> R {
    try await transaction(.deferred, body)
  }

  /// Runs `body` so that no other program's work comes between: the lock is taken before anything is read.
  func write<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws(StoreError) -> R {
    try await transaction(.immediate, body)
  }

  private func transaction<R: Sendable>(
    _ kind: Database.TransactionKind, _ body: @escaping @Sendable (Database) throws -> R
  ) async throws(StoreError) -> R {
    let database = try await database()
    do {
      return try Self.inQueue(of: database) { db in try db.transaction(kind, body) }
    } catch {
      throw StoreError(error, at: place.name)
    }
  }

  /// Blocks the thread it is called on, which is none that draws. GRDB's async methods would give up when their task is
  /// cancelled, and would want a thread of libdispatch, which waits for ever where the system has none to give.
  private static func inQueue<R>(of database: OpenDatabase, _ body: (Database) throws -> R) throws -> R {
    try database.queue.writeWithoutTransaction(body)
  }
}

extension Database {
  /// Runs `body` in a transaction and commits it; if anything throws, nothing was done.
  func transaction<R>(_ kind: TransactionKind, _ body: (Database) throws -> R) throws -> R {
    try beginTransaction(kind)
    do {
      let value = try body(self)
      try commit()
      return value
    } catch {
      // Fails only where SQLite has rolled back already; the first error is the one to tell.
      try? rollback()
      throw error
    }
  }
}
