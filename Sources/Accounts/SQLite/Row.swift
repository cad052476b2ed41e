/// The values of a row, or of a call of a function. They end with the closure that gets them, and no other thread sees
/// them: the compiler refuses both, but for ``sqlite3Value(_:)``.
public struct Row: ~Copyable {
  /// The number of values.
  public let count: Int
  /// The names of the columns, if they have any.
  public internal(set) var columns: [String] = []
  let value: (Int) -> OpaquePointer?

  /// The `sqlite3_value` of a column by its index, for a type that holds any value; nil past the last column. It ends with the closure, too.
  public func sqlite3Value(_ index: Int) -> OpaquePointer? { (0..<count).contains(index) ? value(index) : nil }

  /// The value of a column by its name. Throws ``ColumnError`` if it is missing or has another type.
  public subscript<T: ColumnValue>(column: String) -> T {
    get throws {
      guard let index = columns.firstIndex(of: column), let value = try? self[index] as T else {
        throw ColumnError(column: column)
      }
      return value
    }
  }

  /// The value of a column by its index, which takes less time. Throws ``ColumnError`` like the other one.
  public subscript<T: ColumnValue>(index: Int) -> T {
    get throws {
      guard let value = sqlite3Value(index), let value = T(sqlite3Value: value) else {
        throw ColumnError(column: "\(index)")
      }
      return value
    }
  }
}
