import CSQLite
import Foundation
import SQLite
import Testing

@Suite("A database that lacks something")
struct FailureTests {
  @Test("of memory, wherever that is missed: each transaction is done, or says why not and is undone")
  func memory() async {
    // In a process of its own, because the limit is of the process
    await #expect(processExitsWith: .success) {
      let database = try Database(path: nil)
      try database.execute("CREATE TABLE number (n INTEGER, text TEXT)")
      var (done, refused) = (0, 0)
      for spare in stride(from: 0 as Int64, to: 300_000, by: 250) {
        // When only so many bytes are left
        sqlite3_hard_heap_limit64(sqlite3_memory_used() + spare)
        do {
          try database.transaction { database in
            for number in [1, 2] {
              let text = String(repeating: "x", count: 3_000)
              try database.execute("INSERT INTO number VALUES (?, ? || \(spare))", [number, text])
            }
            _ = try database.rows("SELECT text FROM number ORDER BY text, n LIMIT 9") { row in try row[0] as String }
          }
          done += 1
        } catch {
          #expect((error as? DatabaseError)?.primaryCode == SQLITE_NOMEM, "\(error)")
          refused += 1
        }
        // Then both rows are there, or none
        sqlite3_hard_heap_limit64(0)
        #expect(try database.value("SELECT count(*) FROM number") == 2 * done)
      }
      #expect(done > 10)
      #expect(refused > 10)
      #expect(try database.value("PRAGMA integrity_check") == "ok")
    }
  }

  @Test("of memory to open it")
  func memoryToOpen() async {
    await #expect(processExitsWith: .success) {
      sqlite3_initialize()
      var refused = 0
      for spare in stride(from: 0 as Int64, to: 200_000, by: 1_000) {
        sqlite3_hard_heap_limit64(sqlite3_memory_used() + spare)
        do {
          #expect(try Database(path: nil).value("SELECT 1") == 1)
        } catch {
          #expect((error as? DatabaseError)?.primaryCode == SQLITE_NOMEM, "\(error)")
          refused += 1
        }
      }
      #expect(refused > 0)
    }
  }

  @Test("of space is full until there is some, and loses nothing")
  func space() throws {
    let directory = try ScratchDirectory()
    let database = try Database(path: directory("a.db"))
    try database.execute(script: "PRAGMA journal_mode = WAL; CREATE TABLE t (bytes BLOB); PRAGMA max_page_count = 20")
    var done = 0
    let error = #expect(throws: DatabaseError.self) {
      while done < 100 {
        try database.transaction { database in
          for _ in 1...2 { try database.execute("INSERT INTO t VALUES (zeroblob(4000))") }
        }
        done += 1
      }
    }
    #expect(error?.code == SQLITE_FULL)
    #expect(try database.value("SELECT count(*) FROM t") == 2 * done)
    try database.execute("PRAGMA max_page_count = 1000")
    #expect(try database.execute("INSERT INTO t VALUES (zeroblob(100000))") == 1)
    #expect(try database.value("PRAGMA integrity_check") == "ok")
  }

  @Test("of a disk that takes more: whatever page it fails at, a transaction is done or undone")
  func writing() async throws {
    let directory = try ScratchDirectory()
    let path = directory("a.db")
    await #expect(processExitsWith: .success) { [path = path as String] in
      // Given a process whose files cannot grow beyond a size
      signal(SIGXFSZ, SIG_IGN)
      let database = try Database(path: path)
      try database.execute(script: "PRAGMA journal_mode = WAL; CREATE TABLE t (bytes BLOB); PRAGMA cache_size = 2")
      var (done, refused) = (0, 0)
      for pages in 5...40 {
        var limit = rlimit()
        #expect(getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
        limit.rlim_cur = rlim_t(pages * 4_096 + 100)
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
        do {
          try database.transaction { database in
            for _ in 1...3 { try database.execute("INSERT INTO t VALUES (zeroblob(4000))") }
          }
          done += 1
        } catch {
          let code = (error as? DatabaseError)?.primaryCode
          #expect(code == SQLITE_IOERR || code == SQLITE_FULL, "\(error)")
          refused += 1
        }
        #expect(try database.value("SELECT count(*) FROM t") == 3 * done)
      }
      #expect(done > 0)
      #expect(refused > 0)
    }
    let database = try Database(path: path)
    #expect(try database.value("PRAGMA integrity_check") == "ok")
    #expect(try (database.value("SELECT count(*) FROM t") ?? 1) % 3 == 0)
  }

  @Test("of a folder, or is none, is refused")
  func noDatabase() throws {
    let directory = try ScratchDirectory()
    let missing = #expect(throws: DatabaseError.self) { try Database(path: directory("no/a.db")) }
    #expect(missing?.primaryCode == SQLITE_CANTOPEN)
    try Data(repeating: 0x5A, count: 10_000).write(to: URL(filePath: directory("b.db")))
    let other = #expect(throws: DatabaseError.self) {
      try Database(path: directory("b.db")).execute("SELECT 1 FROM sqlite_schema")
    }
    #expect(other?.primaryCode == SQLITE_NOTADB)
  }
}

/// How many descriptors of this process name the file at `path`.
func descriptors(of path: String) throws -> Int {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    .count { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path }
}
