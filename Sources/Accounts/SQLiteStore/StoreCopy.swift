public import Identity
import SQLite

extension SQLiteStore {
  /// Gives all that is in the store to `body`, as it is at one moment. Blocks its thread. Ends with the first error.
  /// - Parameters:
  ///   - rowsAtOnce: The rows that are read before the next ones.
  ///   - body: Gets some rows of a table at a time, and the number of all rows of all tables.
  public func copy(
    rowsAtOnce: Int = 1000,
    to body: (_ table: CopiedTable, _ rows: [[String?]], _ total: Int) throws -> Void
  ) throws(StoreError) {
    do {
      try withDatabase { database in
        try database.transaction(.deferred) { db in
          let total = try CopiedTable.allCases.reduce(0) { sum, table in
            let count: Int? = try db.value("SELECT count(*) FROM (\(table.query))")
            return sum + (count ?? 0)
          }
          for table in CopiedTable.allCases {
            var rows: [[String?]] = []
            try db.rows(table.query) { row in
              rows.append(try row.texts())
              guard rows.count == rowsAtOnce else { return }
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
      "SELECT id, account, '\\x' || hex(digest), opened, used, idle, absolute, expires, uid, tty, host, program FROM session"
    case .throttleRun: "SELECT key, uid, place, failures, since, last FROM throttle_run"
    case .throttlePair: "SELECT key, uid, place, succeeded, waiting FROM throttle_pair"
    case .throttlePending:
      """
      SELECT attempt, ifnull(logged, at), throttle_pending.key, throttle_pending.uid, place, charged
      FROM throttle_pending JOIN attempt ON attempt.id = throttle_pending.attempt
      """
    case .passwordLength: "SELECT least, most FROM password_length"
    case .loginKey: "SELECT '\\x' || hex(key) FROM login_key"
    case .lastNumber: "SELECT name, seq FROM sqlite_sequence WHERE name IN ('account', 'attempt') AND seq > 0"
    }
  }
}

extension Row {
  /// The values as texts; nil for NULL. The queries make texts of bytes.
  fileprivate borrowing func texts() throws -> [String?] {
    try (0..<count).map { index in try (self[index] as CopiedText?)?.text }
  }
}

/// A text, or an integer as a text.
private struct CopiedText: ColumnValue {
  let text: String

  init?(sqlite3Value value: OpaquePointer) {
    let text = String(sqlite3Value: value) ?? Int64(sqlite3Value: value).map(String.init)
    guard let text else { return nil }
    self.text = text
  }

  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { text.bind(to: statement, at: index) }
}
