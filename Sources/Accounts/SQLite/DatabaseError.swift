import CSQLite

/// An error that SQLite reports, or a misuse of this module.
public struct DatabaseError: Error, Hashable {
  /// SQLite's extended result code, such as `SQLITE_CONSTRAINT_UNIQUE`.
  public let code: Int32
  /// SQLite's message. It names tables and columns, and no values.
  public let message: String

  /// The code without its extension, such as `SQLITE_CONSTRAINT`.
  public var primaryCode: Int32 { code & 0xFF }

  /// An error with `code`. Its message is SQLite's general one for that code, unless another is given.
  public init(code: Int32, message: String? = nil) {
    self.code = code
    self.message = message ?? String(cString: sqlite3_errstr(code))
  }

  /// Throws unless `code`, which a call on the connection has returned, means success.
  static func check(_ code: Int32, _ connection: OpaquePointer?) throws {
    if code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE { return }
    throw DatabaseError(code: code, message: String(cString: sqlite3_errmsg(connection)))
  }
}

/// A column that a row does not have, or whose value has another type than the one asked for.
public struct ColumnError: Error, Hashable {
  /// The name of the column, or its index.
  public let column: String
}
