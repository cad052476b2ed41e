import CSQLite

/// A compiled statement. Only the thread that has claimed its database may use it.
final class Statement {
  private let handle: OpaquePointer
  private let columns: [String]

  init(_ sql: String, in connection: OpaquePointer) throws {
    var statement: OpaquePointer?
    let isWhole = try sql.withCString { text in
      var rest: UnsafePointer<CChar>?
      try DatabaseError.check(sqlite3_prepare_v2(connection, text, -1, &statement, &rest), connection)
      return rest == text + sql.utf8.count
    }
    guard let statement, isWhole else {
      sqlite3_finalize(statement)
      throw DatabaseError(code: SQLITE_MISUSE, message: "the text is not one statement")
    }
    handle = statement
    columns = (0..<sqlite3_column_count(statement)).map { String(cString: sqlite3_column_name(statement, $0)) }
  }

  deinit { sqlite3_finalize(handle) }

  func bind(_ values: [any ColumnValue]) throws {
    guard sqlite3_bind_parameter_count(handle) == values.count else {
      throw DatabaseError(code: SQLITE_MISUSE, message: "the statement has another number of parameters")
    }
    for (value, index) in zip(values, Int32(1)...) {
      try DatabaseError.check(value.bind(to: handle, at: index), sqlite3_db_handle(handle))
    }
  }

  /// Goes on to the next row, and returns it. Returns nil at the end.
  func next() throws -> Row? {
    let code = sqlite3_step(handle)
    try DatabaseError.check(code, sqlite3_db_handle(handle))
    guard code == SQLITE_ROW else { return nil }
    return Row(count: Int(sqlite3_data_count(handle)), columns: columns) { [handle] index in
      sqlite3_column_value(handle, Int32(index))
    }
  }

  /// Makes it ready for other values, and frees those that it has.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }
}
