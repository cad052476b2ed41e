internal import Identity
internal import Store

/// A change under way. All its waits end at one deadline.
final class ServerTransaction: Transaction {
  private let connection: ServerConnection
  private let clock: (any WallClock)?
  private var deadline: ContinuousClock.Instant
  private var hasBegun = false
  private let isReading: Bool
  let dialect = Dialect.postgreSQL

  /// - Parameters:
  ///   - clock: The clock of a test. Nil for the server's own.
  ///   - isReading: Whether it changes nothing. Then statements that go out together are one transaction.
  init(
    on connection: ServerConnection, clock: (any WallClock)?, until deadline: ContinuousClock.Instant,
    isReading: Bool = false
  ) {
    self.connection = connection
    self.isReading = isReading
    self.clock = clock
    self.deadline = deadline
  }

  /// The rows of the log that the transaction adds or changes, for a second place.
  private(set) var records: [JournalRecord] = []

  /// The transaction as the server knows it, once it has begun.
  private(set) var identity: TransactionIdentity?

  /// Gives the next part of a long change the time that a change has.
  func beginPart() { deadline = max(deadline, .now + PostgreSQLStore.timeout) }

  /// Takes `locks` in a fixed order to avoid deadlock.
  func lock(_ locks: [Lock]) throws -> Timestamp {
    let numbers = Set(locks.map(\.number)).sorted()
    let rows = try run(numbers.map { "SELECT pg_advisory_xact_lock(\($0))" } + [Self.time])
    return try now(rows)
  }

  func runNow(_ statement: Statement) throws -> (rows: Rows, now: Timestamp) {
    let rows = try run([statement, Self.time])
    return (rows[0], try now(rows))
  }

  private static let time: Statement = "SELECT clock_timestamp() AS now"

  private func now(_ rows: [Rows]) throws -> Timestamp {
    if let clock { return clock.now() }
    guard let row = rows.last?.first else { throw ServerError.lost }
    return try row["now"]
  }

  /// Notes a row of the log, for a second place.
  func note(_ email: EmailAddress, _ outcome: AttemptOutcome, from source: AttemptSource) {
    records.append(JournalRecord(email: email, outcome: outcome, source: source))
  }

  /// Runs statements that go out together.
  @discardableResult
  func run(_ statements: [Statement]) throws -> [Rows] {
    if hasBegun || isReading { return try connection.run(statements, until: deadline) }
    hasBegun = true
    let rows = try connection.run(["BEGIN", Self.begin] + statements, until: deadline)
    guard let first = rows.dropFirst().first?.first else { throw ServerError.lost }
    identity = try TransactionIdentity(first)
    return Array(rows.dropFirst(2))
  }

  /// Ends the transaction. If this throws ``ServerError/lost`` or ``ServerError/tooSlow``, it may have been kept.
  func commit() throws(ServerError) {
    guard hasBegun else { return }
    let warnings = connection.warningCount
    _ = try connection.run(["COMMIT"], until: deadline)
    // Somebody ended the wait for the standby. The change would be lost with this server.
    if connection.warningCount > warnings { throw .uncertain }
  }

  /// Undoes the transaction. The connection is closed if this fails, which undoes it too.
  func rollback() {
    guard hasBegun, connection.isUsable else { return }
    _ = try? connection.run(["ROLLBACK"], until: deadline)
  }

  /// Sets lock and idle timeouts, and reads the transaction's id.
  private static let begin: Statement = """
    SELECT set_config('lock_timeout', '3s', true), set_config('idle_in_transaction_session_timeout', '10s', true),
      \(sql: TransactionIdentity.columns)
    """
}

/// A transaction, by its number and the history of the server that gave the number. See
/// Decisions/0138-postgresql-by-locks-of-keys.md.
struct TransactionIdentity: Sendable, Hashable {
  static let columns =
    "pg_current_xact_id()::text AS number, \(timeline) AS timeline, pg_current_wal_flush_lsn()::text AS place"
  /// A server that takes the place of another begins a new timeline.
  private static let timeline = "left(pg_walfile_name(pg_current_wal_lsn()), 8)"

  /// A server that crashed makes a checkpoint before it answers again. If none was made since, it did not crash.
  ///
  /// The message is empty. It is there because standbys hear nothing of a transaction that writes nothing.
  private var question: Statement {
    """
    SELECT \(sql: Self.timeline) AS timeline, pg_xact_status(\(number)::xid8) AS status,
      (SELECT checkpoint_lsn >= \(place)::pg_lsn FROM pg_control_checkpoint()) AS crashed,
      pg_logical_emit_message(true, 'signin', '')
    """
  }

  /// The end of a transaction.
  enum Fate {
    case kept, undone, underWay, unknown
  }

  let number: String
  private let timeline: String
  /// How far the server had kept its journal when the transaction began.
  private let place: String

  /// The columns above.
  init(_ row: Row) throws(DamagedRow) {
    number = try row["number"]
    timeline = try row["timeline"]
    place = try row["place"]
  }

  /// Asks with a transaction that writes. It ends once the standby has all before it, so no change is called kept that would
  /// be lost with this server.
  func fate(on connection: ServerConnection, until deadline: ContinuousClock.Instant) throws(ServerError) -> Fate {
    let warnings = connection.warningCount
    let rows = try connection.run([question], until: deadline)
    guard let row = rows.first?.first, let timeline = try? row["timeline"] as String else { throw .lost }
    // Another history may have given the same number to another transaction, and so may a server that crashed.
    guard timeline == self.timeline, (try? row["crashed"] as Bool) == false, connection.warningCount == warnings else {
      return .unknown
    }
    switch try? row["status"] as String? {
    case "committed": return .kept
    case "aborted": return .undone
    case "in progress": return .underWay
    default: return .unknown
    }
  }
}

extension Lock {
  /// The number by which the server knows it: a 64-bit FNV-1a hash. Two locks with one number cost time, and nothing
  /// else.
  var number: Int64 {
    let text =
      switch self {
      case .email(let key): "email \(key)"
      case .uid(let uid): "uid \(uid)"
      case .subject(let subject): "subject \(subject.text)"
      case .accounts: "accounts"
      }
    return Int64(bitPattern: text.fnv1a)
  }
}
