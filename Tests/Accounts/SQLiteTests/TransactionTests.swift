import CSQLite
import SQLite
import Synchronization
import Testing

@Suite("A transaction")
struct TransactionTests {
  private struct Refusal: Error {}
  private let database: Database

  init() throws {
    database = try Database(path: nil)
    try database.execute("CREATE TABLE number (n INTEGER UNIQUE NOT NULL) STRICT")
  }

  private func numbers() throws -> [Int] { try database.rows("SELECT n FROM number ORDER BY n") { row in try row[0] } }

  @Test("is done as a whole")
  func committed() throws {
    let sum = try database.transaction { database in
      for number in [1, 2] { try database.execute("INSERT INTO number VALUES (?)", [number]) }
      return try database.value("SELECT sum(n) FROM number") as Int?
    }
    #expect(sum == 3)
    #expect(try numbers() == [1, 2])
  }

  @Test("that throws is not done, whatever throws")
  func undone() throws {
    #expect(throws: Refusal.self) {
      try database.transaction { database in
        try database.execute("INSERT INTO number VALUES (1)")
        throw Refusal()
      }
    }
    #expect(throws: DatabaseError.self) {
      try database.transaction { database in try database.execute("INSERT INTO number VALUES (1), (NULL)") }
    }
    #expect(throws: ColumnError.self) {
      try database.transaction { database in
        try database.first("INSERT INTO number VALUES (1) RETURNING n") { row in try row[0] as String }
      }
    }
    #expect(try numbers().isEmpty)
    // And the next one is
    try database.transaction { database in try database.execute("INSERT INTO number VALUES (1)") }
    #expect(try numbers() == [1])
  }

  @Test("that SQLite has rolled back itself goes no further, though its error was ignored")
  func rolledBack() throws {
    try database.execute("INSERT INTO number VALUES (1)")
    #expect(throws: DatabaseError(code: SQLITE_ABORT)) {
      try database.transaction { database in
        try database.execute("INSERT INTO number VALUES (2)")
        _ = try? database.execute("INSERT OR ROLLBACK INTO number VALUES (1)")
        try database.execute("INSERT INTO number VALUES (3)")
      }
    }
    #expect(try numbers() == [1])
  }

  @Test("cannot begin in another one, which continues")
  func nested() throws {
    try database.transaction { database in
      #expect(throws: DatabaseError.self) { try database.transaction { _ in } }
      try database.execute("INSERT INTO number VALUES (1)")
    }
    #expect(try numbers() == [1])
  }
}

@Suite("A function of ours in a statement")
struct FunctionTests {
  private let database: Database
  private let seen = Seen()

  /// A table whose trigger calls the function.
  init() throws {
    database = try Database(path: nil)
    try database.add(function: "note", parameters: 3) { [seen] row in
      try seen.note("\(row[0] as String) \(row[1] as Int) \((row[2] as [UInt8]?)?.count ?? -1)")
    }
    try database.execute("CREATE TABLE note (a TEXT, b INTEGER, c BLOB) STRICT")
    try database.execute("CREATE TEMP TRIGGER t AFTER INSERT ON note BEGIN SELECT note(new.a, new.b, new.c); END")
  }

  @Test("gets the values of each call")
  func values() throws {
    try database.execute("INSERT INTO note VALUES (?, 1, ?), ('b', 2, NULL)", ["a\0", [] as [UInt8]])
    #expect(seen.notes == ["a\0 1 0", "b 2 -1"])
    #expect(try database.value("SELECT note('c', 3, NULL)") as Int? == nil)
  }

  @Test("that throws makes the statement fail, and rolls it back")
  func throwing() throws {
    let error = #expect(throws: DatabaseError.self) {
      try database.execute("INSERT INTO note VALUES ('a', 1, NULL), (NULL, 2, NULL)")
    }
    #expect(error == DatabaseError(code: SQLITE_ERROR, message: "the function failed"))
    #expect(try database.value("SELECT count(*) FROM note") == 0)
  }

  @Test("belongs to its connection, and goes with it")
  func lifetime() throws {
    weak var released: Seen?
    do {
      let other = try Database(path: nil)
      let seen = Seen()
      released = seen
      try other.add(function: "note", parameters: 0) { [seen] _ in seen.note("") }
      try other.execute("SELECT note()")
      #expect(throws: DatabaseError.self) { try Database(path: nil).execute("SELECT note()") }
    }
    #expect(released == nil)
  }
}

/// What a function was called with.
private final class Seen: Sendable {
  private let all = Mutex<[String]>([])

  var notes: [String] { all.withLock(\.self) }
  func note(_ text: String) { all.withLock { $0.append(text) } }
}
