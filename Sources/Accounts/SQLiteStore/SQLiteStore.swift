import SQLite
public import Identity
import Synchronization
import Unix

/// Accounts, sessions and attempts in one SQLite file, shared by any number of programs.
///
/// Creating it does no work: the first operation opens the file. Each operation blocks its thread, so call them off the
/// main actor. An operation that has begun is finished even if its task is cancelled, so no attempt is half recorded.
public final class SQLiteStore: Sendable {
  let clock: any WallClock
  let retention: Duration?
  let pace: SearchPace
  let place: DatabaseConnection.Place
  let journal: JournalTrigger?
  private let opened = Mutex<Opened?>(nil)

  private struct Opened: Sendable {
    let database: Database
    /// The file that was opened; nil in memory.
    let file: FileIdentity?
  }

  /// The store in `file`. The file and its directory are created if they are missing.
  /// - Parameter retention: The time for which the log keeps an attempt, or nil for ever. Each charge removes a few
  ///   older attempts, so no attempt waits for a long removal. See Decisions/0128-log-only-grows.md.
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
    at place: DatabaseConnection.Place, clock: any WallClock, retention: Duration? = nil,
    pace: SearchPace = SearchPace(),
    journal: (any AttemptJournal)? = nil
  ) {
    self.place = place
    self.clock = clock
    self.retention = retention
    self.pace = pace
    self.journal = journal.map(JournalTrigger.init)
  }

  /// Runs `body` on the database, and opens it first if it is closed. Others wait meanwhile. If it could not be opened,
  /// the next operation tries again: its disk may have space by then. If the path names another file by now, or none, it
  /// fails, so that nothing that began in the former file is settled in the next one, or is on record where nobody looks.
  ///
  /// Blocks the current thread, which never draws. See Decisions/0156-no-libdispatch-in-the-form.md.
  @discardableResult
  func withDatabase<R: Sendable>(_ body: (Database) throws -> R) throws -> R {
    try opened.withLock { opened in
      do {
        if case .file(let file) = place, let former = opened?.file,
          (try? FileStatus(of: file.path))?.identity != former
        {
          opened = nil
          throw StoreError.unreachable(.replaced, path: file.path)
        }
        let open = try opened ?? open()
        opened = open
        return try body(open.database)
      } catch is JournalTrigger.Busy {
        throw JournalTrigger.Busy()
      } catch {
        let error = StoreError(error, at: place.name)
        if error.mayLeaveLock, case .file = place { opened = nil }
        throw error
      }
    }
  }

  /// Closes the file. If no other program has it open, the file then holds the whole store, with nothing beside it. The
  /// next operation opens it again. See Decisions/0103-one-process.md.
  public func close() async {
    opened.withLock { $0 = nil }
  }

  private func open() throws -> Opened {
    let (database, file) = try DatabaseConnection.open(place, journal: journal)
    return Opened(database: database, file: file)
  }

  /// Runs `body` on the store as it is at one moment.
  func read<R: Sendable>(_ body: @Sendable (Database) throws -> R) async throws(StoreError) -> R {
    try transaction(.deferred, body)
  }

  /// Runs `body` without interruption by other programs: it takes the lock before it reads anything.
  @discardableResult
  func write<R: Sendable>(_ body: @Sendable (Database) throws -> R) async throws(StoreError) -> R {
    try transaction(.immediate, body)
  }

  private func transaction<R: Sendable>(
    _ kind: Database.TransactionKind, _ body: (Database) throws -> R
  ) throws(StoreError) -> R {
    var times = 0
    while true {
      do {
        return try withDatabase { database in
          journal?.begin(waits: times >= Self.mostWaits)
          do {
            return try database.transaction(kind, body)
          } catch {
            throw journal?.refusal ?? error
          }
        }
      } catch is JournalTrigger.Busy {
        try journal?.waitUntilReady()
        times += 1
      } catch {
        throw StoreError(error, at: place.name)
      }
    }
  }

  /// How often a transaction makes way for a busy journal before it waits inside. Others are faster each time then.
  private static let mostWaits = 20
}

extension StoreError {
  /// Whether this program itself may hold the lock that it waits for. SQLite does not notice if the system fails to
  /// release one. To close the file releases all. See Decisions/0099-waits-outside-the-lock.md.
  fileprivate var mayLeaveLock: Bool {
    switch self {
    case .unreachable(.busy, _), .inputOutput(.failing, _): true
    default: false
    }
  }
}
