/// The values of a row, or of a call of a function. They end with the closure that gets them, and no other thread sees
/// them: the compiler refuses both.
public struct Row: ~Copyable {
  /// The number of values.
  public let count: Int
  /// The names of the columns, if they have any.
  var columns: [String] = []
  let value: (Int) -> OpaquePointer?

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
      guard (0..<count).contains(index), let value = value(index), let value = T(sqlite3Value: value) else {
        throw ColumnError(column: "\(index)")
      }
      return value
    }
  }
}
