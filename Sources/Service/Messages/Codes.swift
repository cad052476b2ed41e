/// Values and their codes in messages: the code of a value is its place in the list, from 1 on. Values are only ever
/// added at the end, so that no code changes its meaning.
struct Codes<Value: Hashable & Sendable>: Sendable {
  private let values: [Value]

  init(_ values: [Value]) {
    self.values = values
  }

  /// The code of a value; 0 if it has none.
  func code(_ value: Value) -> Int { (values.firstIndex(of: value) ?? -1) + 1 }

  func value(_ code: Int) throws(Malformed) -> Value {
    guard values.indices.contains(code - 1) else { throw Malformed() }
    return values[code - 1]
  }
}
