import Identity
import SQLite
import TestSupport
import Testing

@testable import SQLiteStore

@Suite struct IdleJournalTests {
  @Test func `After a large change the next ones give the disk back what the journal took`() async throws {
    let directory = try ScratchDirectory()
    let store = SQLiteStore(file: directory.file("signin.db"))
    // Given an import that fills the journal
    try await store.write { db in
      try db.execute("CREATE TABLE import (row BLOB)")
      try db.execute("INSERT INTO import VALUES (zeroblob(20000000))")
    }
    #expect(try directory.read("signin.db-wal").count > 16 << 20)
    // When people go on
    for name in ["ann", "bob", "cy"] { _ = try await store.add(email(name + "@example.com"), .sample()) }
    // Then
    #expect(try directory.read("signin.db-wal").count <= 8 << 20)
  }
}
