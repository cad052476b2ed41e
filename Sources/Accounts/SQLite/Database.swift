import CSQLite
import Glibc
import Synchronization

/// A connection to an SQLite database, which is closed with the last reference to it.
///
/// One thread at a time uses it. A concurrent call throws `SQLITE_MISUSE` and does nothing, so a shared database needs
/// a lock.
///
/// Errors are ``DatabaseError``, ``ColumnError``, and those of the closures.
public final class Database: @unchecked Sendable {
  // Unchecked, because the compiler can't check that only the thread of `owner` uses the mutable state.
  private let owner = Atomic<UInt>(0)
  private(set) var handle: OpaquePointer?
  /// An array: there are few, and the first dictionary of a type costs a start as much as a hundred searches of it.
  private var statements: [(sql: String, statement: Statement)] = []
  private var isInTransaction = false
  private let waitsAgain: @Sendable (_ times: Int) -> Bool
  /// The processor time of the thread at which its statements end.
  private var timeLimit: Duration?

  /// The kinds of a transaction.
  public enum TransactionKind: String, Sendable {
    /// Takes a lock with its first statement: for reading.
    case deferred
    /// Takes the lock for writing at once, so that no other program writes between its reading and its writing.
    case immediate
  }

  /// Opens the file at `path`, and makes it if it is missing. Opens a database in memory if `path` is nil.
  /// - Parameters:
  ///   - schema: The name of the database in statements. `main` names it, too.
  ///   - waitsAgain: Called while another connection has the lock, with the number of earlier calls. It waits and
  ///     returns true, or returns false, and the statement ends with `SQLITE_BUSY`.
  public init(
    path: String?, schema: StaticString = "main",
    waitsAgain: @escaping @Sendable (_ times: Int) -> Bool = { _ in false }
  ) throws {
    self.waitsAgain = waitsAgain
    // The names `:memory:` and `file:x` would open something else than the file.
    let name = path.map { $0.hasPrefix("/") ? $0 : "./" + $0 } ?? ":memory:"
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    try DatabaseError.check(sqlite3_open_v2(name, &handle, flags, nil), handle)
    csqlite_refuse_quoted_text(handle)
    csqlite_name_main(handle, schema.utf8Start)
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_busy_handler(handle, { object($0, Database.self)?.waitsAgain(Int($1)) == true ? 1 : 0 }, context)
    sqlite3_progress_handler(
      handle, 1_000, { object($0, Database.self)?.mustEnd == true ? 1 : 0 }, context)
  }

  deinit {
    // SQLite waits for the end of the statements that are released after this.
    sqlite3_close_v2(handle)
  }

  /// Runs one statement to its end. Its compiled form is kept for the next time.
  /// - Parameters:
  ///   - values: The values of its parameters, `?1` first.
  ///   - read: Called with each row.
  /// - Returns: The number of rows that an INSERT, UPDATE or DELETE changed, without those of its triggers. It means
  ///   nothing after other statements.
  @discardableResult
  public func execute(
    _ sql: String, _ values: [any ColumnValue] = [], _ read: (borrowing Row) throws -> Void = { _ in }
  ) throws -> Int {
    try claim { connection in
      try run(sql, values) { row in
        try read(row)
        return true
      }
      return Int(sqlite3_changes64(connection))
    }
  }

  /// Runs all statements of a script. They have no parameters, and are not kept.
  public func execute(script: String) throws {
    try claim { try DatabaseError.check(sqlite3_exec($0, script, nil, nil, nil), $0) }
  }

  /// Returns what `read` makes of each row.
  /// - Parameter limit: The most rows. After them the statement does not run to its end.
  @discardableResult
  public func rows<T>(
    _ sql: String, _ values: [any ColumnValue] = [], limit: Int = .max, _ read: (borrowing Row) throws -> T
  ) throws -> [T] {
    try claim { _ in
      var found: [T] = []
      try run(sql, values) { row in
        found.append(try read(row))
        return found.count < limit
      }
      return found
    }
  }

  /// Runs one statement, until `goesOn` returns false for a row.
  private func run(
    _ sql: String, _ values: [any ColumnValue], _ goesOn: (borrowing Row) throws -> Bool
  ) throws {
    try claim { connection in
      // Taken away while it runs, so that the same statement may run inside `goesOn`.
      let kept = statements.firstIndex { $0.sql == sql }.map { statements.remove(at: $0).statement }
      let statement = try kept ?? Statement(sql, in: connection)
      defer {
        statement.reset()
        if statements.count >= Self.mostStatements { statements = [] }
        statements.append((sql, statement))
      }
      try statement.bind(values)
      while let row = try statement.next(), try goesOn(row) {}
    }
  }

  /// The most compiled statements that are kept.
  private static let mostStatements = 100

  /// Returns what `read` makes of the first row, or nil if there is none.
  public func first<T>(
    _ sql: String, _ values: [any ColumnValue] = [], _ read: (borrowing Row) throws -> T
  ) throws -> T? {
    try rows(sql, values, limit: 1, read).first
  }

  /// Returns the first column of the first row, or nil if there is no row or it is NULL.
  public func value<T: ColumnValue>(_ sql: String, _ values: [any ColumnValue] = []) throws -> T? {
    try first(sql, values) { row in try row[0] as T? } ?? nil
  }

  /// Runs `body` in a transaction and commits it. If anything throws, nothing is done.
  @discardableResult
  public func transaction<R>(_ kind: TransactionKind = .immediate, _ body: (Database) throws -> R) throws -> R {
    try claim { connection in
      // Compiled first, so that it needs no memory later.
      let rollback = try Statement("ROLLBACK", in: connection)
      try execute("BEGIN \(kind.rawValue)")
      isInTransaction = true
      defer { isInTransaction = false }
      do {
        let result = try body(self)
        try execute("COMMIT")
        return result
      } catch {
        // Fails only if SQLite has rolled back already. The first error is the one to report.
        _ = try? rollback.next()
        throw error
      }
    }
  }

  /// Runs `body`, whose statements end with `SQLITE_INTERRUPT` once they have taken `time` together. It is the processor
  /// time of the thread: a slow disk and a busy machine take nothing of it. The inner one of nested limits counts.
  @discardableResult
  public func limited<R>(to time: Duration, _ body: () throws -> R) throws -> R {
    try claim { _ in
      let outer = timeLimit
      defer { timeLimit = outer }
      timeLimit = Self.processorTime + time
      return try body()
    }
  }

  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private var mustEnd: Bool { timeLimit.map { Self.processorTime >= $0 } == true }

  /// Adds a function that the statements of this connection can call. It returns NULL. If `body` throws, the statement
  /// fails with `SQLITE_ERROR`.
  /// - Parameter parameters: The number of its values.
  public func add(
    function name: String, parameters: Int, _ body: @escaping @Sendable (borrowing Row) throws -> Void
  ) throws {
    try claim { connection in
      let code = sqlite3_create_function_v2(
        connection, name, Int32(parameters), SQLITE_UTF8, Unmanaged.passRetained(Function(body)).toOpaque(),
        { context, count, values in
          do {
            try object(sqlite3_user_data(context), Function.self)?.body(Row(count: Int(count)) { values?[$0] })
          } catch {
            sqlite3_result_error(context, "the function failed", -1)
          }
        }, nil, nil, { if let function = $0 { Unmanaged<Function>.fromOpaque(function).release() } })
      try DatabaseError.check(code, connection)
    }
  }

  /// Runs `body` with the connection while no other thread can use it. Claims of one thread may be nested.
  private func claim<R>(_ body: (OpaquePointer) throws -> R) throws -> R {
    let thread = UInt(pthread_self())
    let (isFirst, other) = owner.compareExchange(expected: 0, desired: thread, ordering: .acquiringAndReleasing)
    guard isFirst || other == thread, let handle else {
      throw DatabaseError(code: SQLITE_MISUSE, message: "another thread uses the database")
    }
    defer { if isFirst { owner.store(0, ordering: .releasing) } }
    if mustEnd { throw DatabaseError(code: SQLITE_INTERRUPT) }
    // After some errors SQLite rolls back on its own. The rest of the transaction must not run without it.
    if isInTransaction && sqlite3_get_autocommit(handle) != 0 { throw DatabaseError(code: SQLITE_ABORT) }
    return try body(handle)
  }
}

/// A function for statements.
private final class Function {
  let body: @Sendable (borrowing Row) throws -> Void

  init(_ body: @escaping @Sendable (borrowing Row) throws -> Void) { self.body = body }
}

/// The object that a callback of SQLite's gets.
private func object<T: AnyObject>(_ context: UnsafeMutableRawPointer?, _: T.Type) -> T? {
  context.map { Unmanaged<T>.fromOpaque($0).takeUnretainedValue() }
}
