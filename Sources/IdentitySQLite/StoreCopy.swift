import GRDB
public import Identity

extension SQLiteStore {
  /// Gives all that is in the store to `body`, as it is at one moment. Blocks its thread. Ends with the first error.
  /// - Parameters:
  ///   - part: The attempts that the copy has. They come again only as ``Identity/CopiedTable/knownAttempt``, all at
  ///     once. If there are none, this is not the store that the part was copied from.
  ///   - rowsAtOnce: The rows that are read before the next ones.
  ///   - body: Gets some rows of a table at a time, and the number of all rows of all tables.
  public func copy(
    goingOnAfter part: CopiedPart? = nil, rowsAtOnce: Int = 1000,
    to body: (_ table: CopiedTable, _ rows: [[String?]], _ total: Int) throws -> Void
  ) throws(StoreError) {
    let database = try database()
    do {
      try Self.inQueue(of: database) { db in
        try db.transaction(.deferred) { db in
          let tables = CopiedTable.allCases.filter { $0 != .knownAttempt }
          let total = try tables.reduce(0) { sum, table in
            try sum
              + (Int.fetchOne(db, sql: "SELECT count(*) FROM (\(table.query))", arguments: table.arguments(part)) ?? 0)
          }
          if let part {
            let known = CopiedTable.knownAttempt
            let rows = try Row.fetchAll(db, sql: known.query, arguments: known.arguments(part))
            try body(known, rows.map { $0.databaseValues.map(\.text) }, total)
          }
          for table in tables {
            let cursor = try Row.fetchCursor(db, sql: table.query, arguments: table.arguments(part))
            var rows: [[String?]] = []
            while let row = try cursor.next() {
              rows.append(row.databaseValues.map(\.text))
              guard rows.count == rowsAtOnce else { continue }
              try body(table, rows, total)
              rows = []
            }
            if !rows.isEmpty { try body(table, rows, total) }
          }
        }
      }
    } catch {
      throw StoreError(error, at: place.name)
    }
  }
}

extension CopiedTable {
  private static let attempts =
    "SELECT id, at, ifnull(logged, at), email, key, outcome, tty, uid, host, program, times, until FROM attempt"

  /// The values for the query.
  fileprivate func arguments(_ part: CopiedPart?) -> StatementArguments {
    let last = part?.last ?? 0
    switch self {
    case .attempt: return [last]
    case .knownAttempt:
      return [last, "[" + (part?.unsettled ?? []).map(String.init).joined(separator: ",") + "]"]
    default: return []
    }
  }

  /// The columns of each row.
  fileprivate var query: String {
    switch self {
    case .knownAttempt:
      // The store may have removed old ones. One that never gave the last number is another store, or an older one.
      """
      \(Self.attempts) WHERE EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'attempt' AND seq >= ?1)
        AND (id = (SELECT max(id) FROM attempt WHERE id <= ?1) OR id IN (SELECT value FROM json_each(?2)))
      """
    case .attempt: "\(Self.attempts) WHERE id > ?1 ORDER BY id"
    case .account:
      """
      SELECT id, email, key, hash, locked, revision, added, signed_in, ifnull(password_set, added), one_time, since
      FROM account ORDER BY id
      """
    case .identity: "SELECT provider, subject, account FROM identity"
    case .secondStep: "SELECT account, '\\x' || hex(secret), used, wrong FROM second_step"
    case .recoveryCode: "SELECT account, '\\x' || hex(digest) FROM recovery_code"
    case .session:
      "SELECT id, account, '\\x' || hex(digest), opened, used, idle, absolute, expires, uid FROM session"
    case .throttleRun: "SELECT key, uid, place, failures, since, last FROM throttle_run"
    case .throttlePending:
      """
      SELECT attempt, ifnull(logged, at), throttle_pending.key, throttle_pending.uid, place, charged
      FROM throttle_pending JOIN attempt ON attempt.id = throttle_pending.attempt
      """
    case .passwordLength: "SELECT least, most FROM password_length"
    case .lastNumber: "SELECT name, seq FROM sqlite_sequence WHERE name IN ('account', 'attempt') AND seq > 0"
    }
  }
}

extension DatabaseValue {
  /// The value as a text; nil for NULL.
  fileprivate var text: String? {
    switch storage {
    case .null: nil
    case .int64(let number): String(number)
    case .double(let number): String(number)
    case .string(let text): text
    // No column has any: the queries make texts of bytes.
    case .blob: ""
    }
  }
}
