import CSQLite
import SQLite
import Testing

@Suite("A database used by threads")
struct ThreadTests {
  private let refusal = DatabaseError(code: SQLITE_MISUSE, message: "another thread uses the database")

  @Test("refuses the second one while the first one reads rows, and serves it afterwards")
  func second() throws {
    let database = try Database(path: nil)
    try database.execute("CREATE TABLE number (n INTEGER)")
    try database.execute("INSERT INTO number VALUES (1), (2)")
    // Given a thread in the middle of a statement
    let rows = try database.rows("SELECT n FROM number ORDER BY n") { row in
      // When another one uses the same statement, another one, and a transaction
      let others = errorsOnOtherThreads([
        { try database.execute("SELECT n FROM number ORDER BY n") },
        { try database.execute("DELETE FROM number") },
        { try database.transaction { _ in } },
        { try database.execute(script: "DELETE FROM number") },
        { try database.add(function: "f", parameters: 0) { _ in } },
      ])
      // Then each is refused
      #expect(others.map { $0 as? DatabaseError } == Array(repeating: refusal, count: 5))
      return try row[0] as Int
    }
    // And the first one is not disturbed
    #expect(rows == [1, 2])
    #expect(errorsOnOtherThreads([{ try database.execute("DELETE FROM number") }]).isEmpty)
    #expect(try database.value("SELECT count(*) FROM number") == 0)
  }

  @Test("refuses the second one during a transaction, also between its statements")
  func betweenStatements() throws {
    let database = try Database(path: nil)
    try database.transaction { database in
      let others = errorsOnOtherThreads([{ try database.execute("SELECT 1") }])
      #expect(others.map { $0 as? DatabaseError } == [refusal])
    }
  }

  @Test("does each call once or not at all, however they meet")
  func manyCalls() throws {
    let database = try Database(path: nil)
    try database.execute("CREATE TABLE number (n INTEGER)")
    let done = Count()
    // When four threads insert rows as fast as they can
    let call: @Sendable () throws -> Void = { [refusal] in
      for _ in 1...2_000 {
        do {
          try database.execute("INSERT INTO number VALUES (1)")
          done.add()
        } catch let error as DatabaseError where error == refusal {
          continue
        }
      }
    }
    #expect(errorsOnOtherThreads(Array(repeating: call, count: 4)).isEmpty)
    // Then those that were not refused are there
    #expect(try database.value("SELECT count(*) FROM number") == done.value)
    #expect(try database.value("PRAGMA integrity_check") == "ok")
  }
}
