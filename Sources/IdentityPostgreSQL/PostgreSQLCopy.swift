public import Identity

/// A copy of another store into the empty tables of a database. Their owner makes it. Attempts are kept in portions, so
/// that a copy that breaks off goes on later; all else is one transaction, which ``finish()`` ends.
///
/// Until then the tables are in a schema that nobody else knows, whatever happens. See
/// Decisions/0143-copy-that-goes-on.md.
public final class PostgreSQLCopy {
  /// The schema of tables that are half of a copy.
  static let schema = "signin_copying"
  /// The longest wait for the server: to add some rows, or to keep them all.
  private static let patience = Duration.seconds(120)
  /// Ten years back and one ahead: rows of a clock that was wrong do not make a partition for each month since 1970.
  private static let monthsWithPartitions = "now() - interval '10 years' AND now() + interval '1 year'"

  /// The attempts that a copy had kept when it broke off; nil if none did.
  public let part: CopiedPart?
  private let name: String
  private let connection: ServerConnection

  /// Connects, and begins, or goes on with a copy that broke off.
  /// - Throws: ``Identity/StoreError``. Nil is no error: there is something in the tables.
  public init?(to place: PostgreSQLPlace) throws(StoreError) {
    name = place.name
    do {
      connection = try ServerConnection(to: place)
      let deadline = ContinuousClock.now + Self.patience
      switch try PostgreSQLSchema.state(connection, until: deadline).fault {
      case nil:
        guard try Self.hideEmptyTables(connection, until: deadline) else { return nil }
        part = nil
      case .halfCopied:
        part = try Self.part(connection, until: deadline)
        // Its tables have another version.
        guard part != nil else { throw StoreError.server(.halfOfAnother, path: name) }
      case .some(let fault): throw StoreError.server(fault, path: name)
      }
    } catch {
      throw StoreError(error, at: place.name)
    }
  }

  /// Takes the tables away from all others, from the end of the first portion on. Until then a failure undoes it.
  /// - Returns: Whether they are empty.
  private static func hideEmptyTables(
    _ connection: ServerConnection, until deadline: ContinuousClock.Instant
  ) throws -> Bool {
    let tables = CopiedTable.allCases.filter { ![.knownAttempt, .lastNumber].contains($0) }
    // A service writes the length of passwords when it starts.
    let rowsOfOthers = tables.filter { $0 != .passwordLength }.map { "EXISTS (SELECT FROM signin.\($0.rawValue))" }
    let rows = try connection.run(
      [
        Statement("BEGIN"), Statement("SET LOCAL lock_timeout = '4s'"),
        Statement("LOCK TABLE \(tables.map { "signin.\($0.rawValue)" }.joined(separator: ", ")) IN EXCLUSIVE MODE"),
        Statement("SELECT \(rowsOfOthers.joined(separator: " OR ")) AS used"),
      ], until: deadline)
    guard try rows.last?.first?.flag("used") == false else { return false }
    _ = try connection.run([Statement("ALTER SCHEMA signin RENAME TO \(schema)")], until: deadline)
    return true
  }

  /// The attempts of a copy that broke off.
  private static func part(
    _ connection: ServerConnection, until deadline: ContinuousClock.Instant
  ) throws -> CopiedPart? {
    let rows = try connection.run(
      [
        // The server may not have noticed the end of the program that copied.
        Statement("BEGIN"), Statement("SET LOCAL lock_timeout = '4s'"),
        Statement("LOCK TABLE \(schema).attempt IN EXCLUSIVE MODE"),
        Statement("SELECT max(version) AS version FROM \(schema).migration"),
        Statement(
          """
          SELECT count(*) AS count, coalesce(max(id), 0) AS last,
            coalesce(string_agg(id::text, ' ') FILTER (WHERE outcome IN ($1, $2)), '') AS unsettled
          FROM \(schema).attempt
          """, [Value(AttemptOutcome.pending.rawValue), Value(AttemptOutcome.throttled.rawValue)]),
      ], until: deadline)
    guard try rows[3].first?.number("version") == PostgreSQLSchema.current, let row = rows[4].first
    else { return nil }
    return CopiedPart(
      count: try row.number("count"), last: try row.number("last"),
      unsettled: try row.text("unsettled").split(separator: " ").compactMap { Int64($0) })
  }

  /// Adds rows of a table, all attempts first.
  public func add(_ rows: [[String?]], to table: CopiedTable) throws(StoreError) {
    try asked {
      let sql = table.insertion
      let statements = rows.map { Statement(sql, $0.map { $0.map(Value.init) ?? nil }) }
      switch table {
      case .knownAttempt:
        // There may be many after an attack.
        for first in stride(from: 0, to: statements.count, by: 1000) {
          let known = try run(Array(statements[first...].prefix(1000)))
          guard try known.allSatisfy({ try $0.first?.number("known") == 1 }) else { throw otherSource }
        }
        if rows.isEmpty { throw otherSource }
      case .attempt:
        try makePartitions(for: rows)
        try run(statements + [Statement("COMMIT"), Statement("BEGIN")])
      default: try run(statements)
      }
    }
  }

  /// Keeps the copy, and gives the tables to those who use them.
  public func finish() throws(StoreError) {
    try asked {
      let warnings = connection.warningCount
      do throws(ServerError) {
        try run([Statement("ALTER SCHEMA \(Self.schema) RENAME TO signin"), Statement("COMMIT")])
      } catch {
        switch error {
        case .lost, .tooSlow: throw ServerError.uncertain
        case .refused(let state) where state.isShutdown: throw ServerError.uncertain
        default: throw error
        }
      }
      // Somebody ended the wait for the standby.
      if connection.warningCount > warnings { throw ServerError.uncertain }
    }
  }

  /// Makes the partitions of the months of attempts, so that the retention finds them.
  private func makePartitions(for attempts: [[String?]]) throws {
    let days = Set(attempts.compactMap { $0[2].flatMap(Int64.init).map { $0 / 86_400_000 } })
    let missing = try run([
      Statement(
        """
        SELECT DISTINCT to_char(month, 'YYYY_MM') AS name, to_char(month, 'YYYY-MM-DD') AS first,
          to_char(month + interval '1 month', 'YYYY-MM-DD') AS next
        FROM unnest($1::bigint[]) AS time, date_trunc('month', \(Self.schema).at(time) AT TIME ZONE 'UTC') AS month
        WHERE month BETWEEN \(Self.monthsWithPartitions)
          AND to_regclass('\(Self.schema).attempt_' || to_char(month, 'YYYY_MM')) IS NULL
        """, [Value("{" + days.map { String($0 * 86_400_000) }.joined(separator: ",") + "}")])
    ])
    for month in missing.first.map({ $0.map(\.self) }) ?? [] {
      // Names and times from to_char: digits, underscores and hyphens.
      try run([
        Statement(
          """
          CREATE TABLE \(Self.schema).attempt_\(month.text("name")) PARTITION OF \(Self.schema).attempt
          FOR VALUES FROM ('\(month.text("first")) 00:00Z') TO ('\(month.text("next")) 00:00Z')
          """)
      ])
    }
  }

  private var otherSource: StoreError { .server(.halfOfAnother, path: name) }

  @discardableResult
  private func run(_ statements: [Statement]) throws(ServerError) -> [Rows] {
    try connection.run(statements, until: .now + Self.patience)
  }

  private func asked(_ body: () throws -> Void) throws(StoreError) {
    do {
      try body()
    } catch ServerError.refused(let state) where ["23505", "42P01", "3F000"].contains(state.text) {
      // Another copy has added the same rows, or has finished.
      throw .server(.busy, path: name)
    } catch ServerError.refused(let state) where state.text == "P0001" {
      // An attempt that has ended in the copy has not ended in the store: it is from a backup.
      throw otherSource
    } catch {
      throw StoreError(error, at: name)
    }
  }
}

extension CopiedTable {
  /// Adds a row.
  fileprivate var insertion: String {
    let schema = PostgreSQLCopy.schema
    return switch self {
    case .knownAttempt:
      """
      WITH known AS (
        SELECT id, logged FROM \(schema).attempt WHERE logged = \(schema).at($3) AND id = $1 AND at = \(schema).at($2)
          AND tty = $7 AND uid = $8 AND host = $9 AND program = $10
      ), changed AS (
        UPDATE \(schema).attempt SET email = $4, key = $5, outcome = $6, times = $11, until = \(schema).at($12)
        FROM known WHERE attempt.logged = known.logged AND attempt.id = known.id
          AND (attempt.outcome <> $6 OR attempt.times <> $11)
      )
      SELECT count(*) AS known FROM known
      """
    case .account:
      """
      INSERT INTO \(schema).account
        (id, email, key, hash, locked, revision, added, signed_in, password_set, one_time, since)
      OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4, $5::int <> 0, $6, \(schema).at($7), \(schema).at($8),
        \(schema).at($9), $10::int <> 0, $11)
      """
    case .identity: "INSERT INTO \(schema).identity (provider, subject, account) VALUES ($1, $2, $3)"
    case .secondStep: "INSERT INTO \(schema).second_step (account, secret, used, wrong) VALUES ($1, $2, $3, $4)"
    case .recoveryCode: "INSERT INTO \(schema).recovery_code (account, digest) VALUES ($1, $2)"
    case .session:
      """
      INSERT INTO \(schema).session (id, account, digest, opened, used, idle, absolute, expires, uid)
      VALUES ($1, $2, $3, \(schema).at($4), \(schema).at($5), $6, $7, \(schema).at($8), $9)
      """
    case .throttleRun:
      """
      INSERT INTO \(schema).throttle_run (key, uid, place, failures, since, last)
      VALUES ($1, $2, $3, $4, \(schema).at($5), \(schema).at($6))
      """
    case .throttlePending:
      """
      INSERT INTO \(schema).throttle_pending (attempt, logged, key, uid, place, charged)
      VALUES ($1, \(schema).at($2), $3, $4, $5, \(schema).at($6))
      """
    case .passwordLength:
      """
      INSERT INTO \(schema).password_length (single, least, most) VALUES (true, $1, $2)
      ON CONFLICT (single) DO UPDATE SET least = excluded.least, most = excluded.most
      """
    case .attempt:
      """
      INSERT INTO \(schema).attempt (id, at, logged, email, key, outcome, tty, uid, host, program, times, until)
      OVERRIDING SYSTEM VALUE
      VALUES ($1, \(schema).at($2), \(schema).at($3), $4, $5, $6, $7, $8, $9, $10, $11, \(schema).at($12))
      """
    case .lastNumber: "SELECT setval(pg_get_serial_sequence('\(schema).' || $1, 'id'), $2::bigint)"
    }
  }
}
