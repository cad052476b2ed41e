public import Identity
public import Store

/// A copy of another store into the empty tables of a database, in one transaction, which ``finish()`` ends. Their owner
/// makes it. It cannot be resumed, because it happens once, and a million rows take two minutes. Numbers of accounts stay:
/// they are part of sealed secrets.
public final class PostgreSQLCopy {
  /// The timeout for the server to add some rows, or to commit.
  private static let timeout = Duration.seconds(120)
  /// Ten years back and one ahead: rows of a clock that was wrong do not make a partition for each month since 1970.
  private static let monthsWithPartitions = "now() - interval '10 years' AND now() + interval '1 year'"

  private let name: String
  private let connection: ServerConnection

  /// Connects and locks the tables until the end.
  /// - Throws: ``Identity/StoreError``. Nil if the tables are not empty.
  public init?(to place: PostgreSQLPlace) throws(StoreError) {
    name = place.name
    do {
      connection = try ServerConnection(to: place)
      let deadline = ContinuousClock.now + Self.timeout
      if let fault = try PostgreSQLSchema.state(connection, until: deadline).fault {
        throw StoreError.database(fault, path: name)
      }
      guard try Self.lockEmptyTables(connection, until: deadline) else { return nil }
    } catch {
      throw StoreError(error, at: place.name)
    }
  }

  /// Begins the transaction.
  /// - Returns: Whether the tables are empty.
  private static func lockEmptyTables(
    _ connection: ServerConnection, until deadline: ContinuousClock.Instant
  ) throws -> Bool {
    let tables = CopiedTable.allCases.filter { $0 != .lastNumber }
    // A service writes the length of passwords when it starts, and a migration the key of unknown logins.
    let rowsOfOthers = tables.filter { $0 != .passwordLength && $0 != .loginKey }.map {
      "EXISTS (SELECT FROM signin.\($0.rawValue))"
    }
    let rows = try connection.run(
      [
        "BEGIN", "SET LOCAL lock_timeout = '4s'",
        "LOCK TABLE \(sql: tables.map { "signin.\($0.rawValue)" }.joined(separator: ", ")) IN EXCLUSIVE MODE",
        "SELECT \(sql: rowsOfOthers.joined(separator: " OR ")) AS used",
      ], until: deadline)
    return try rows.last?.first?["used"] == false
  }

  /// Adds rows of a table.
  public func add(_ rows: [[Value]], to table: CopiedTable) throws(StoreError) {
    try asked {
      let sql = table.insertion
      let statements = rows.map { Statement(sql: sql, $0) }
      if table == .attempt { try makePartitions(for: rows) }
      try run(statements)
    }
  }

  /// Keeps the copy.
  public func finish() throws(StoreError) {
    try asked {
      let warnings = connection.warningCount
      do throws(ServerError) {
        try run(["COMMIT"])
      } catch {
        switch error {
        case .lost, .tooSlow: throw ServerError.uncertain
        case .refused(let state) where state.isShutdown: throw ServerError.uncertain
        default: throw error
        }
      }
      // The wait for the standby was cancelled.
      if connection.warningCount > warnings { throw ServerError.uncertain }
    }
  }

  /// Makes the partitions of the months of attempts, so that the retention finds them.
  private func makePartitions(for attempts: [[Value]]) throws {
    let days = Set(
      attempts.compactMap { if case .time(let logged) = $0[2] { logged.milliseconds / 86_400_000 } else { nil } })
    let missing = try run([
      """
      SELECT DISTINCT to_char(month, 'YYYY_MM') AS name, to_char(month, 'YYYY-MM-DD') AS first,
        to_char(month + interval '1 month', 'YYYY-MM-DD') AS next
      FROM unnest(\("{" + days.map { String($0 * 86_400_000) }.joined(separator: ",") + "}")::bigint[]) AS time, date_trunc('month', signin.at(time) AT TIME ZONE 'UTC') AS month
      WHERE month BETWEEN \(sql: Self.monthsWithPartitions)
        AND to_regclass('signin.attempt_' || to_char(month, 'YYYY_MM')) IS NULL
      """
    ])
    for month in missing.first.map({ $0.map(\.self) }) ?? [] {
      // Names and times from to_char: digits, underscores and hyphens.
      try run([
        """
        CREATE TABLE signin.attempt_\(sql: month["name"]) PARTITION OF signin.attempt
        FOR VALUES FROM ('\(sql: month["first"]) 00:00Z') TO ('\(sql: month["next"]) 00:00Z')
        """
      ])
    }
  }

  @discardableResult
  private func run(_ statements: [Statement]) throws(ServerError) -> [Rows] {
    try connection.run(statements, until: .now + Self.timeout)
  }

  private func asked(_ body: () throws -> Void) throws(StoreError) {
    do {
      try body()
    } catch {
      throw StoreError(error, at: name)
    }
  }
}

extension CopiedTable {
  /// Adds a row.
  fileprivate var insertion: String {
    switch self {
    case .passwordLength:
      """
      INSERT INTO signin.password_length (single, least, most) VALUES (true, $1, $2)
      ON CONFLICT (single) DO UPDATE SET least = excluded.least, most = excluded.most
      """
    case .loginKey: "UPDATE signin.login_key SET key = $1"
    case .lastNumber: "SELECT setval(pg_get_serial_sequence('signin.' || $1, 'id'), $2)"
    default:
      """
      INSERT INTO signin.\(rawValue) (\(columns.map(\.name).joined(separator: ", "))) OVERRIDING SYSTEM VALUE
      VALUES (\(columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")))
      """
    }
  }
}
