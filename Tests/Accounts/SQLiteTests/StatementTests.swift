import CSQLite
import Testing

@testable import SQLite

@Suite("A statement")
struct StatementTests {
  private let database: Database

  init() throws {
    database = try Database(path: nil)
    try database.execute("CREATE TABLE number (n INTEGER PRIMARY KEY, name TEXT UNIQUE) STRICT")
    try database.execute("INSERT INTO number VALUES (1, 'one'), (2, 'two'), (3, 'three')")
  }

  @Test("gives its rows in order, the first of them, or one value")
  func results() throws {
    #expect(try database.rows("SELECT n FROM number ORDER BY n DESC") { row in try row["n"] as Int } == [3, 2, 1])
    #expect(try database.first("SELECT name FROM number WHERE n > ?", [1]) { row in try row[0] } == "two")
    #expect(try database.first("SELECT name FROM number WHERE n > ?", [9]) { row in try row[0] as String } == nil)
    #expect(try database.value("SELECT count(*) FROM number") == 3)
  }

  @Test("returns how many rows it changed")
  func changes() throws {
    #expect(try database.execute("UPDATE number SET name = name || '!' WHERE n > 1") == 2)
    #expect(try database.execute("INSERT INTO number VALUES (1, 'once') ON CONFLICT DO NOTHING") == 0)
  }

  @Test(
    "that is no whole statement, or more than one, is refused", arguments: ["", "-- nothing", "SELECT 1; SELECT 2"])
  func oneOnly(sql: String) throws {
    #expect(throws: DatabaseError(code: SQLITE_MISUSE, message: "the text is not one statement")) {
      try database.execute(sql)
    }
  }

  @Test("does not end at NUL, behind which it would hide something")
  func hiddenText() throws {
    #expect(throws: DatabaseError.self) { try database.execute("DELETE FROM number\0 WHERE n = 1") }
    #expect(try database.value("SELECT count(*) FROM number") == 3)
  }

  @Test("with too few or too many values is refused", arguments: [0, 1, 3])
  func otherNumberOfValues(count: Int) throws {
    #expect(throws: DatabaseError.self) {
      try database.execute("SELECT ?, ?", Array(repeating: "x", count: count))
    }
  }

  @Test("takes no text in double quotes, which may be a misspelled column")
  func doubleQuotes() throws {
    #expect(throws: DatabaseError(code: SQLITE_ERROR, message: "no such column: nameless")) {
      try database.execute(#"DELETE FROM number WHERE "nameless" <> ''"#)
    }
  }

  @Test("that fails has SQLite's extended code and message, and no value")
  func errors() throws {
    let error = #expect(throws: DatabaseError.self) {
      try database.execute("INSERT INTO number (name) VALUES (?)", ["one"])
    }
    #expect(error?.code == SQLITE_CONSTRAINT | 8 << 8)
    #expect(error?.primaryCode == SQLITE_CONSTRAINT)
    #expect(error?.message == "UNIQUE constraint failed: number.name")
    // And is as good as new
    #expect(try database.execute("INSERT INTO number (name) VALUES (?)", ["four"]) == 1)
  }

  @Test("may run again while it gives its rows")
  func nested() throws {
    let names = "SELECT name FROM number WHERE n >= ? ORDER BY n"
    let pairs = try database.rows(names, [2]) { row in
      try [row[0]] + database.rows(names, [3]) { row in try row[0] as String }
    }
    #expect(pairs == [["two", "three"], ["three", "three"]])
  }

  @Test("is compiled once, and a hundred of them are kept")
  func kept() throws {
    for _ in 1...3 { try database.execute("SELECT 'again'") }
    #expect(compiled().count { $0 == "SELECT 'again'" } == 1)
    for number in 1...250 { try database.execute("SELECT \(number)") }
    #expect(compiled().count <= 100)
  }

  @Test("that ends a table in use is refused, and one that another connection changed is compiled again")
  func schema() throws {
    #expect(try database.value("SELECT count(*) FROM number") == 3)
    try database.execute("ALTER TABLE number ADD COLUMN extra TEXT")
    #expect(try database.rows("SELECT * FROM number WHERE n = 1") { row in row.count } == [3])
    #expect(throws: DatabaseError.self) {
      try database.rows("SELECT n FROM number") { _ in try database.execute("DROP TABLE number") }
    }
    #expect(try database.value("SELECT count(*) FROM number") == 3)
  }

  @Test("of a script runs after those before it")
  func script() throws {
    try database.execute(script: "DELETE FROM number; INSERT INTO number (name) VALUES ('x'), ('y')")
    #expect(try database.value("SELECT count(*) FROM number") == 2)
    #expect(throws: DatabaseError.self) { try database.execute(script: "DELETE FROM number; DELETE FROM nothing") }
  }

  /// The texts of the compiled statements of the connection.
  private func compiled() -> [String] {
    sequence(first: sqlite3_next_stmt(database.handle, nil)) { sqlite3_next_stmt(database.handle, $0) }
      .map { statement in String(cString: sqlite3_sql(statement)) }
  }
}
