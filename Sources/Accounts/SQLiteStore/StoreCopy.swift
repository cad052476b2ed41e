public import Identity
import SQLite
public import Store

extension SQLiteStore {
  /// Gives all that is in the store to `body`, as it is at one moment. Blocks its thread. Ends with the first error.
  /// - Parameters:
  ///   - rowsAtOnce: The rows that are read before the next ones.
  ///   - body: Gets some rows of a table at a time, and the number of all rows of all tables.
  public func copy(
    rowsAtOnce: Int = 1000,
    to body: (_ table: CopiedTable, _ rows: [[Value]], _ total: Int) throws -> Void
  ) throws(StoreError) {
    do {
      try withDatabase { database in
        try database.transaction(.deferred) { db in
          let total = try CopiedTable.allCases.reduce(0) { sum, table in
            let count: Int? = try db.value("SELECT count(*) FROM (\(table.query))")
            return sum + (count ?? 0)
          }
          for table in CopiedTable.allCases {
            let columns = table.columns
            var rows: [[Value]] = []
            try db.rows(table.query) { row in
              rows.append(try columns.indices.map { columns[$0].typed(try row[$0]) })
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
  fileprivate var query: String {
    switch self {
    case .attempt: "SELECT \(terms) FROM attempt ORDER BY id"
    case .account: "SELECT \(terms) FROM account ORDER BY id"
    case .throttlePending:
      "SELECT \(terms) FROM throttle_pending AS pending JOIN attempt ON attempt.id = pending.attempt"
    case .lastNumber: "SELECT name, seq FROM sqlite_sequence WHERE name IN ('account', 'attempt') AND seq > 0"
    default: "SELECT \(terms) FROM \(rawValue)"
    }
  }

  /// The columns, with the values of those that are NULL because they are equal to others.
  private var terms: String {
    columns.map(\.name).map { column in
      switch (self, column) {
      case (_, "logged"): "coalesce(logged, at)"
      case (.account, "password_set"): "coalesce(password_set, added)"
      case (.throttlePending, "key"), (.throttlePending, "uid"): "pending." + column
      default: column
      }
    }.joined(separator: ", ")
  }
}
