internal import CPostgreSQL

/// The rows that a statement returned, or the number of rows that it changed.
struct Rows: Sendable {
  private let columns: [String: Int]
  private let values: [[String?]]
  /// The rows inserted, changed, removed or returned.
  let changes: Int

  /// Copies a result of libpq.
  init(_ result: OpaquePointer) {
    let width = PQnfields(result)
    columns = Dictionary(
      (0..<width).compactMap { column in PQfname(result, column).map { (String(cString: $0), Int(column)) } }
    ) { first, _ in first }
    values = (0..<PQntuples(result)).map { row in
      (0..<width).map { column in
        PQgetisnull(result, row, column) == 1 ? nil : PQgetvalue(result, row, column).map { String(cString: $0) }
      }
    }
    changes = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
  }

  var isEmpty: Bool { values.isEmpty }
  var first: Row? { values.first.map { Row(columns: columns, values: $0) } }

  func map<R>(_ transform: (Row) throws -> R) rethrows -> [R] {
    try values.map { try transform(Row(columns: columns, values: $0)) }
  }
}

/// One row. Its values are read by throwing methods: a database may hold any value anywhere.
struct Row {
  fileprivate let columns: [String: Int]
  fileprivate let values: [String?]

  func optionalText(_ column: String) throws(DamagedRow) -> String? {
    guard let column = columns[column] else { throw DamagedRow() }
    return values[column]
  }

  func text(_ column: String) throws(DamagedRow) -> String {
    guard let text = try optionalText(column) else { throw DamagedRow() }
    return text
  }

  func optionalNumber<Number: FixedWidthInteger>(_ column: String) throws(DamagedRow) -> Number? {
    guard let text = try optionalText(column) else { return nil }
    guard let number = Number(text) else { throw DamagedRow() }
    return number
  }

  func number<Number: FixedWidthInteger>(_ column: String) throws(DamagedRow) -> Number {
    guard let number: Number = try optionalNumber(column) else { throw DamagedRow() }
    return number
  }

  func flag(_ column: String) throws(DamagedRow) -> Bool {
    switch try text(column) {
    case "t": true
    case "f": false
    default: throw DamagedRow()
    }
  }

  /// The bytes in a column, which come as two digits each after `\x`; nil if it is NULL.
  func optionalBytes(_ column: String) throws(DamagedRow) -> [UInt8]? {
    guard let text = try optionalText(column) else { return nil }
    let digits = Array(text.utf8.dropFirst(2))
    guard text.hasPrefix("\\x"), digits.count.isMultiple(of: 2) else { throw DamagedRow() }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16) else {
        throw DamagedRow()
      }
      bytes.append(byte)
    }
    return bytes
  }
}

/// A value that has no meaning in its column.
struct DamagedRow: Error {}
