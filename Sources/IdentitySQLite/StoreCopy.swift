import GRDB
public import Identity

extension SQLiteStore {
  /// Gives all that is in the store to `body`, as it is at one moment. Blocks its thread. Ends with the first error.
  /// - Parameters:
  ///   - rowsAtOnce: The rows that are read before the next ones.
  ///   - body: Gets some rows of a table at a time, and the number of all rows of all tables.
  public func copy(
    rowsAtOnce: Int = 1000,
    to body: (_ table: CopiedTable, _ rows: [[String?]], _ total: Int) throws -> Void
  ) throws(StoreError) {
    let database = try database()
    do {
      try Self.inQueue(of: database) { db in
        try db.transaction(.deferred) { db in
          let total = try CopiedTable.allCases.reduce(0) { sum, table in
            try sum + (Int.fetchOne(db, sql: "SELECT count(*) FROM (\(table.query))") ?? 0)
          }
          for table in CopiedTable.allCases {
            let cursor = try Row.fetchCursor(db, sql: table.query)
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
  /// The columns of each row.
  fileprivate var query: String {
    switch self {
    case .attempt:
      """
      SELECT id, at, ifnull(logged, at), email, key, outcome, tty, uid, host, program, times, until
      FROM attempt ORDER BY id
      """
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
