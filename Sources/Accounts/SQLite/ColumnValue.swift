import CSQLite

/// A type that SQLite stores: integers, texts, bytes, and optionals of them. Nothing is converted into another type.
public protocol ColumnValue {
  /// A copy of an `sqlite3_value`. Nil if it has another type, or does not fit.
  init?(sqlite3Value value: OpaquePointer)
  /// Gives a copy to an `sqlite3_stmt`, as the value of a parameter. Returns SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int: ColumnValue {}
extension Int64: ColumnValue {}
extension UInt32: ColumnValue {}

extension ColumnValue where Self: FixedWidthInteger {
  public init?(sqlite3Value value: OpaquePointer) {
    guard sqlite3_value_type(value) == SQLITE_INTEGER else { return nil }
    self.init(exactly: sqlite3_value_int64(value))
  }

  public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, Int64(self))
  }
}

extension String: ColumnValue {
  /// A text, which may contain NUL. Bytes that are not UTF-8 become U+FFFD.
  public init?(sqlite3Value value: OpaquePointer) {
    guard sqlite3_value_type(value) == SQLITE_TEXT, let text = sqlite3_value_text(value) else { return nil }
    self.init(decoding: UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value))), as: UTF8.self)
  }

  public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { csqlite_bind_text(statement, index, $0.baseAddress, UInt64($0.count)) }
  }
}

extension [UInt8]: ColumnValue {
  public init?(sqlite3Value value: OpaquePointer) {
    guard sqlite3_value_type(value) == SQLITE_BLOB else { return nil }
    self.init(UnsafeRawBufferPointer(start: sqlite3_value_blob(value), count: Int(sqlite3_value_bytes(value))))
  }

  public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    withUnsafeBytes { csqlite_bind_blob(statement, index, $0.baseAddress, UInt64($0.count)) }
  }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  public init?(sqlite3Value value: OpaquePointer) {
    self = Wrapped(sqlite3Value: value)
    if self == nil, sqlite3_value_type(value) != SQLITE_NULL { return nil }
  }

  public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    self?.bind(to: statement, at: index) ?? sqlite3_bind_null(statement, index)
  }
}
