import CSQLite
import SQLite
import Testing

/// A statement without an end, which says that it has begun.
private let endless = """
  WITH RECURSIVE counting (n) AS (SELECT 1 FROM (SELECT begun()) UNION ALL SELECT n + 1 FROM counting)
  SELECT count(*) FROM counting
  """

@Suite("An interruption from another thread")
struct InterruptionTests {
  private let directory: ScratchDirectory
  private let interruption = Interruption()
  private let begun = Moment()

  init() throws {
    directory = try ScratchDirectory()
  }

  /// Interrupts as soon as something has begun.
  private func interruptOnceBegun() { begun.then { [interruption] in interruption.interrupt() } }

  private func open(waitsAgain: @escaping @Sendable (Int) -> Bool = { _ in false }) throws -> Database {
    let database = try Database(path: directory("a.db"), interruption: interruption, waitsAgain: waitsAgain)
    try database.add(function: "begun", parameters: 0) { [begun] _ in begun.come() }
    return database
  }

  @Test("ends a running statement, and its transaction is not done")
  func running() throws {
    let database = try open()
    try database.execute("CREATE TABLE number (n INTEGER)")
    interruptOnceBegun()
    let error = #expect(throws: DatabaseError.self) {
      try database.transaction { database in
        try database.execute("INSERT INTO number VALUES (1)")
        try database.execute(endless)
      }
    }
    #expect(error?.code == SQLITE_INTERRUPT)
    // And afterwards the database works
    interruption.resume()
    #expect(try database.value("SELECT count(*) FROM number") == 0)
    try database.transaction { database in try database.execute("INSERT INTO number VALUES (1)") }
    // And has let others in
    #expect(try Database(path: directory("a.db")).execute("INSERT INTO number VALUES (2)") == 1)
  }

  @Test("ends a statement that changes rows, and a script")
  func changing() throws {
    let database = try open()
    try database.execute("CREATE TABLE number (n INTEGER)")
    interruptOnceBegun()
    #expect(throws: DatabaseError(code: SQLITE_INTERRUPT)) {
      try database.execute(script: "INSERT INTO number VALUES (1); INSERT INTO number \(endless)")
    }
    interruption.resume()
    #expect(try database.value("SELECT count(*) FROM number") == 1)
  }

  @Test("ends a wait for another program's lock")
  func waiting() throws {
    // Given a program that keeps its lock, and one that would wait for it for ever
    let other = try Database(path: directory("a.db"))
    try other.execute("BEGIN IMMEDIATE")
    let database = try open { [begun] _ in
      begun.come()
      return true
    }
    interruptOnceBegun()
    // Then it ends all the same
    let error = #expect(throws: DatabaseError.self) { try database.transaction { _ in } }
    #expect(error?.code == SQLITE_BUSY)
    // And with the lock, after the interruption, it works
    interruption.resume()
    try other.execute("ROLLBACK")
    try database.transaction { database in try database.execute("CREATE TABLE t (n)") }
  }

  @Test("that came before a statement ends it too, so that none is missed")
  func before() throws {
    let database = try open()
    interruption.interrupt()
    for call in [{ try database.execute("SELECT 1") }, { try database.transaction { _ in 1 } }] {
      #expect(throws: DatabaseError(code: SQLITE_INTERRUPT)) { try call() }
    }
    interruption.resume()
    #expect(try database.value("SELECT 1") == 1)
  }

  @Test("between two statements of a transaction undoes it")
  func between() throws {
    let database = try open()
    try database.execute("CREATE TABLE number (n INTEGER)")
    #expect(throws: DatabaseError(code: SQLITE_INTERRUPT)) {
      try database.transaction { database in
        try database.execute("INSERT INTO number VALUES (1)")
        interruption.interrupt()
      }
    }
    interruption.resume()
    #expect(try database.value("SELECT count(*) FROM number") == 0)
  }
}

@Suite("A limit of processor time")
struct TimeLimitTests {
  private let database: Database

  init() throws {
    database = try Database(path: nil)
    try database.add(function: "begun", parameters: 0) { _ in }
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
