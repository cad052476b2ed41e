import CSQLite
import SQLite
import Testing

/// A statement without an end.
private let endless = """
  WITH RECURSIVE counting (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counting)
  SELECT count(*) FROM counting
  """

@Suite("A limit of processor time")
struct TimeLimitTests {
  private let database: Database

  init() throws {
    database = try Database(path: nil)
    try database.execute("CREATE TABLE number (n INTEGER)")
  }

  @Test("ends a statement without an end, and its transaction is not done")
  func endless() throws {
    #expect(throws: DatabaseError(code: SQLITE_INTERRUPT, message: "interrupted")) {
      try database.transaction { database in
        try database.execute("INSERT INTO number VALUES (1)")
        try database.limited(to: .milliseconds(10)) { try database.execute(SQLiteTests.endless) }
      }
    }
    #expect(try database.value("SELECT count(*) FROM number") == 0)
  }

  @Test("ends a full-text search inside the index")
  func fullText() throws {
    // Given rows that have all groups of letters of a word, and not the word
    try database.execute(
      script: """
        CREATE VIRTUAL TABLE text USING fts5 (host, tokenize = 'trigram');
        WITH RECURSIVE counting (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counting LIMIT 20000)
        INSERT INTO text SELECT 'abcxbcd' FROM counting
        """)
    let search = (1...200).map { _ in "\"abcd\"" }.joined(separator: " OR ")
    #expect(throws: DatabaseError(code: SQLITE_INTERRUPT, message: "interrupted")) {
      try database.limited(to: .milliseconds(10)) {
        try database.rows("SELECT rowid FROM text WHERE text MATCH ?", [search]) { _ in }
      }
    }
    #expect(try database.value("SELECT count(*) FROM text WHERE text MATCH 'abcx'") == 20_000)
  }

  @Test("holds between two statements, and no longer than its closure")
  func afterwards() throws {
    #expect(throws: DatabaseError(code: SQLITE_INTERRUPT)) {
      try database.limited(to: .zero) { try database.execute("SELECT 1") }
    }
    #expect(try database.value("SELECT 1") == 1)
    #expect(try database.limited(to: .seconds(60)) { try database.value("SELECT 1") } == 1)
  }
}

@Suite("A database that another program has locked")
struct BusyTests {
  @Test("is asked for again as long as its owner likes, with the number of waits, and is busy then")
  func busy() throws {
    let directory = try ScratchDirectory()
    let other = try Database(path: directory("a.db"))
    try other.execute("BEGIN IMMEDIATE")
    let waits = Count()
    let database = try Database(path: directory("a.db")) { times in
      #expect(times == waits.value)
      waits.add()
      return times < 3
    }
    let error = #expect(throws: DatabaseError.self) { try database.transaction { _ in } }
    #expect(error?.code == SQLITE_BUSY)
    #expect(waits.value == 4)
    // A reader needs no lock
    #expect(try database.value("SELECT count(*) FROM sqlite_schema") == 0)
    // And without the other one it works
    try other.execute("COMMIT")
    try database.transaction { database in try database.execute("CREATE TABLE t (n)") }
  }

  @Test("that is released while it waits is its own then")
  func released() throws {
    let directory = try ScratchDirectory()
    let other = try Database(path: directory("a.db"))
    try other.execute("BEGIN IMMEDIATE")
    let database = try Database(path: directory("a.db")) { times in
      if times == 2 { #expect(throws: Never.self) { try other.execute("ROLLBACK") } }
      return true
    }
    try database.transaction { database in try database.execute("CREATE TABLE t (n)") }
  }

  @Test("keeps its lock when another connection of the process is closed, and only SQLite has its shared memory open")
  func sharedMemory() async throws {
    // Given a database in WAL that is locked, and another connection in the same process
    let directory = try ScratchDirectory()
    let path = directory("a.db")
    let database = try Database(path: path)
    try database.execute(script: "PRAGMA journal_mode = WAL; CREATE TABLE t (n); BEGIN IMMEDIATE")
    do {
      let other = try Database(path: path)
      #expect(try other.value("SELECT count(*) FROM t") == 0)
      // Then both share one descriptor: closing a second one would free the lock
      #expect(try descriptors(of: path + "-shm") == 1)
    }
    #expect(try descriptors(of: path + "-shm") == 1)
    // And another process finds the database locked still
    await #expect(processExitsWith: .success) { [path = path as String] in
      let stranger = try Database(path: path)
      #expect(throws: DatabaseError.self) { try stranger.execute("BEGIN IMMEDIATE") }
    }
    try database.execute("COMMIT")
    await #expect(processExitsWith: .success) { [path = path as String] in
      try Database(path: path).execute("BEGIN IMMEDIATE")
    }
  }
}
