import Testing

@testable import SQLite

@Suite("A value in a column")
struct ValueTests {
  private let database: Database

  init() throws {
    database = try Database(path: nil)
  }

  @Test("keeps every byte of a text, NUL too", arguments: ["", "a\0b", "\0", "\0\0ü🙂", "e\u{301}"])
  func texts(text: String) throws {
    #expect(try database.value("SELECT ?", [text]) == text)
    // SQLite has all of it: its own functions on texts stop at NUL
    #expect(try database.value("SELECT length(CAST(? AS BLOB))", [text]) == text.utf8.count)
    #expect(try database.value("SELECT typeof(?)", [text]) == "text")
  }

  @Test("keeps bytes, and none of them are an empty BLOB, not NULL", arguments: [[], [0], [0, 255, 0]] as [[UInt8]])
  func blobs(bytes: [UInt8]) throws {
    #expect(try database.value("SELECT ?", [bytes]) == bytes)
    #expect(try database.value("SELECT typeof(?)", [bytes]) == "blob")
    try database.execute("CREATE TABLE box (content BLOB NOT NULL) STRICT")
    try database.execute("INSERT INTO box VALUES (?)", [bytes])
    #expect(try database.value("SELECT content FROM box") == bytes)
  }

  @Test("can have megabytes")
  func megabytes() throws {
    let bytes = (0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    #expect(try database.value("SELECT ?", [bytes]) == bytes)
    let text = String(repeating: "ü🙂\0", count: 1_000_000)
    #expect(try database.value("SELECT ?", [text]) == text)
  }

  @Test("keeps every bit of an integer", arguments: [.min, -1, 0, 1, .max] as [Int64])
  func integers(number: Int64) throws {
    #expect(try database.value("SELECT ?", [number]) == number)
    #expect(try database.value("SELECT ?", [Int(number)]) == Int(number))
  }

  @Test("may be NULL where it is optional, and only there")
  func null() throws {
    #expect(try database.value("SELECT typeof(?)", [nil as String?]) == "null")
    #expect(try database.value("SELECT ?", [nil as [UInt8]?]) as [UInt8]? == nil)
    #expect(try database.first("SELECT NULL") { row in try row[0] as Int? } == .some(nil))
    #expect(throws: ColumnError(column: "0")) { try database.first("SELECT NULL") { row in try row[0] as Int } }
    #expect(try database.value("SELECT ?", [UInt32.max as UInt32?]) == UInt32.max)
  }

  @Test("of another type is refused, and not converted", arguments: ["'7'", "7.0", "x'37'", "NULL"])
  func otherThanInteger(value: String) throws {
    #expect(throws: ColumnError(column: "it")) {
      try database.first("SELECT \(value) AS it") { row in try row["it"] as Int }
    }
  }

  @Test("of another type is refused where text or bytes are wanted")
  func otherTypes() throws {
    try database.first("SELECT 7, 'text', x'00'") { row in
      #expect(throws: ColumnError(column: "0")) { try row[0] as String }
      #expect(throws: ColumnError(column: "2")) { try row[2] as String }
      #expect(throws: ColumnError(column: "0")) { try row[0] as [UInt8] }
      #expect(throws: ColumnError(column: "1")) { try row[1] as [UInt8]? }
    }
  }

  @Test("that does not fit its type is refused", arguments: [-1, 4_294_967_296] as [Int64])
  func outOfRange(number: Int64) throws {
    #expect(throws: ColumnError(column: "0")) {
      try database.first("SELECT ?", [number]) { row in try row[0] as UInt32 }
    }
  }

  @Test("of a column that is not there is refused")
  func missingColumn() throws {
    try database.first("SELECT 1 AS one") { row in
      #expect(throws: ColumnError(column: "two")) { try row["two"] as Int }
      #expect(throws: ColumnError(column: "1")) { try row[1] as Int }
      #expect(throws: ColumnError(column: "-1")) { try row[-1] as Int }
    }
  }

  @Test("that claims to be text and is not UTF-8 is repaired")
  func brokenText() throws {
    #expect(try database.value("SELECT CAST(x'41ff42' AS TEXT)") == "A\u{FFFD}B")
  }
}
