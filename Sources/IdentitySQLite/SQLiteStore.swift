import GRDB
public import Identity
import Synchronization

/// Accounts, sessions and attempts in one SQLite file, shared by any number of programs.
///
/// Creating it does no work: the first operation opens the file. Each operation blocks its thread, so call them off the
/// main actor. An operation that has begun is finished even if its task is cancelled, so no attempt is half recorded.
public final class SQLiteStore: Sendable {
  let clock: any WallClock
  let retention: Duration?
  let pace: SearchPace
  let place: Connection.Place
  private let journal: JournalTrigger?
  private let opened = Mutex<OpenDatabase?>(nil)

  /// The store in `file`. The file and its directory are created if they are missing.
  /// - Parameter retention: The time for which the log keeps an attempt, or nil for ever. Each charge removes a few
  ///   older attempts, so no attempt waits for a long removal. See Decisions/0011-pruning.md.
  /// - Parameter journal: A second place for the log. If it refuses a row, the store undoes the change.
  public convenience init(
    file: StoreFile, clock: any WallClock = SystemClock(), retention: Duration? = nil,
    journal: (any AttemptJournal)? = nil
  ) {
    self.init(at: .file(file), clock: clock, retention: retention, journal: journal)
  }

  /// A store in memory, which only this program sees and which ends with this object.
  public static func inMemory(
    clock: any WallClock = SystemClock(), journal: (any AttemptJournal)? = nil
  ) -> SQLiteStore {
    SQLiteStore(at: .memory, clock: clock, journal: journal)
  }

  init(
    at place: Connection.Place, clock: any WallClock, retention: Duration? = nil, pace: SearchPace = SearchPace(),
    journal: (any AttemptJournal)? = nil
  ) {
    self.place = place
    self.clock = clock
    self.retention = retention
    self.pace = pace
    self.journal = journal.map(JournalTrigger.init)
  }

  /// Returns the open database. Others wait while one opens it. If it could not be opened, the next operation tries
  /// again: its disk may have space by then.
  func database() throws(StoreError) -> OpenDatabase {
    let result = opened.withLock { opened -> Result<OpenDatabase, StoreError> in
      if let opened { return .success(opened) }
      do throws(StoreError) {
        let database = try Connection.open(place, journal: journal)
        opened = database
        return .success(database)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Closes the file. If no other program has it open, the file then holds the whole store, with nothing beside it. The
  /// next operation opens it again. See Decisions/0060-close-the-store.md.
  public func close() async {
    if let database = opened.withLock(\.self) { close(database) }
  }

  /// Closes `database`. No other is opened before that has happened.
  private func close(_ database: OpenDatabase) {
    opened.withLock { opened in
      guard opened === database else { return }
      database.close()
      opened = nil
    }
  }

  private func isOpen(_ database: OpenDatabase) -> Bool { opened.withLock { opened in opened === database } }

  /// Runs `body` on the store as it is at one moment.
  func read<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws(StoreError) -> R {
    try await transaction(.deferred, body)
  }

  /// Runs `body` without interruption by other programs: it takes the lock before it reads anything.
  func write<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws(StoreError) -> R {
    try await transaction(.immediate, body)
  }

  private func transaction<R: Sendable>(
    _ kind: Database.TransactionKind, _ body: @escaping @Sendable (Database) throws -> R
  ) async throws(StoreError) -> R {
    var times = 0
    while true {
      let database = try database()
      do {
        return try Self.inQueue(of: database) { [journal] db in
          journal?.begin(waits: times >= Self.mostWaits)
          do {
            return try db.transaction(kind, body)
          } catch {
            throw journal?.refusal ?? error
          }
        }
      } catch is JournalTrigger.Busy {
        try journal?.waitUntilReady()
        times += 1
      } catch let error as DatabaseError where error.resultCode == .SQLITE_MISUSE && !isOpen(database) {
        // It was closed before this transaction began.
        continue
      } catch {
        let error = StoreError(error, at: place.name)
        if error.mayLeaveLock, case .file = place { close(database) }
        throw error
      }
    }
  }

  /// How often a transaction makes way for a busy journal before it waits inside. Others are faster each time then.
  private static let mostWaits = 20

  /// Blocks the current thread, which never draws. GRDB's async methods would give up when their task is cancelled.
  /// They would also need a thread of libdispatch, and wait for ever if the system has none to give. See
  /// Decisions/0045-own-thread.md.
  static func inQueue<R>(of database: OpenDatabase, _ body: (Database) throws -> R) throws -> R {
    try database.queue.writeWithoutTransaction(body)
  }
}

extension StoreError {
  /// Whether this program itself may hold the lock that it waits for. SQLite does not notice if the system fails to
  /// release one. To close the file releases all. See Decisions/0131-open-the-store-again.md.
  fileprivate var mayLeaveLock: Bool {
    switch self {
    case .unreachable(.busy, _), .inputOutput(.failing, _): true
    default: false
    }
  }
}

extension Database {
  /// Runs `body` in a transaction and commits it. If anything throws, nothing is done.
  func transaction<R>(_ kind: TransactionKind, _ body: (Database) throws -> R) throws -> R {
    try beginTransaction(kind)
    do {
      let value = try body(self)
      try commit()
      return value
    } catch {
      // This fails only if SQLite has rolled back already. The first error is the one to report.
      try? rollback()
      throw error
    }
  }
}
