/// The values of a row, or of a call of a function. They end with the closure that gets them, and no other thread sees
/// them: the compiler refuses both.
public struct Row: ~Copyable {
  /// The number of values.
  public let count: Int
  /// The names of the columns.
  var names: [String] = []
  /// The index of each column that has a name.
  var columns: [String: Int] = [:]
  let value: (Int) -> OpaquePointer?

  /// The value of a column by its name. Throws ``ColumnError`` if it is missing or has another type.
  public subscript<T: ColumnValue>(column: String) -> T {
    get throws {
      guard let index = columns[column], let value = try? self[index] as T else { throw ColumnError(column: column) }
      return value
    }
  }

  /// The value of a column by its index, which takes less time. Throws ``ColumnError`` like the other one.
  public subscript<T: ColumnValue>(index: Int) -> T {
    get throws {
      guard (0..<count).contains(index), let value = value(index).flatMap(T.init(sqlite3Value:)) else {
        throw ColumnError(column: "\(index)")
      }
      return value
    }
  }
}
