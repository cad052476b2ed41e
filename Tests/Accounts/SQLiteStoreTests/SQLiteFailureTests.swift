import CSQLite
import Glibc
import SQLite
import Identity
import TestSupport
import Testing

@testable import SQLiteStore
import Store

@Suite("A failure of the database")
struct SQLiteFailureTests {
  @Test(
    "becomes an error of the right kind",
    arguments: [
      (SQLITE_BUSY, .unreachable(.busy, path: "S")), (SQLITE_PROTOCOL, .unreachable(.busy, path: "S")),
      (SQLITE_INTERRUPT, .unreachable(.busy, path: "S")),
      (SQLITE_FULL, .inputOutput(.full, path: "S")),
      (SQLITE_READONLY, .inputOutput(.readOnlyFile, path: "S")),
      (SQLITE_IOERR | 4 << 8, .inputOutput(.failing, path: "S")),
      (SQLITE_CANTOPEN, .unreachable(.notOpened, path: "S")), (SQLITE_NOMEM, .unreachable(.outOfMemory, path: "S")),
      (SQLITE_NOTADB, .damaged(.notStore, path: "S")), (SQLITE_CORRUPT | 1 << 8, .damaged(.corrupt, path: "S")),
      (SQLITE_ERROR, .damaged(.unusable(sqliteError: 1), path: "S")),
      (SQLITE_CONSTRAINT | 3 << 8, .damaged(.unusable(sqliteError: 787), path: "S")),
    ] as [(Int32, StoreError)])
  func kinds(code: Int32, error: StoreError) {
    #expect(StoreError(DatabaseError(code: code), at: "S") == error)
  }

  @Test("is none of a file system that claims more bytes than can be counted")
  func hugeDisk() {
    var status = statvfs()
    (status.f_bavail, status.f_frsize) = (.max, 4096)
    #expect(status.freeBytes == .max)
  }

  @Test("for lack of space is reported, leaves nothing half done, and ends when there is space again")
  func diskFull() async throws {
    // Given a store that cannot grow
    let store = SQLiteStore.inMemory()
    try store.execute("PRAGMA max_page_count = 1")
    // When attempts come until the last page is full
    let ann = email("ann@example.com")
    var charged = 0
    let full = await #expect(throws: StoreError.self) {
      while charged < 10_000 {
        try await store.signIn(ann)
        charged += 1
      }
    }
    // Then the error says so
    #expect(full == .inputOutput(.full, path: ":memory:"))
    // And with more space it continues, with every acknowledged attempt
    try store.execute("PRAGMA max_page_count = 100000")
    try await store.signIn(ann)
    let rows = try await store.attempts(of: ann, before: nil, limit: 10_000)
    #expect(rows.count { $0.outcome == .signedIn } == charged + 1)
    try store.execute("INSERT INTO attempt_text (attempt_text, rank) VALUES ('integrity-check', 1)")
  }

  @Test("to write is reported, and reading still works")
  func readOnly() async throws {
    let store = SQLiteStore.inMemory()
    _ = try await store.add(email("ann@example.com"), .sample())
    try store.execute("PRAGMA query_only = ON")
    await #expect(throws: StoreError.inputOutput(.readOnlyFile, path: ":memory:")) {
      try await store.charge(email("ann@example.com"), from: .at("here"), under: Throttle())
    }
    #expect(try await store.account(of: email("ann@example.com")) != nil)
  }

  @Test(
    "to read a row is reported, never a trap",
    arguments: [
      "UPDATE account SET hash = 'x'", "UPDATE account SET email = 'x'", "UPDATE account SET revision = 'x'",
      "UPDATE account SET id = 'x'", "UPDATE account SET hash = NULL", "UPDATE account SET locked = x'00'",
      "UPDATE account SET hash = '$argon2id$v=19$m=4000000000,t=3,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA'",
    ])
  func damagedRow(_ damage: String) async throws {
    let store = SQLiteStore.inMemory()
    _ = try await store.add(email("ann@example.com"), .sample())
    // Given a row that breaks its table's own rules, which only damage can cause
    try store.execute(
      """
      ALTER TABLE account RENAME TO old;
      CREATE TABLE account AS SELECT * FROM old;
      \(damage)
      """)
    await #expect(throws: StoreError.self) { try await store.account(of: email("ann@example.com")) }
  }
}

extension SQLiteStore {
  /// Makes a successful attempt.
  fileprivate func signIn(_ email: EmailAddress) async throws {
    guard case .admitted(let admission) = try await charge(email, from: .at("here"), under: Throttle()) else { return }
    try await settle(admission.attempt, asSignInOf: email)
  }
}

extension SQLiteStore {
  /// Runs SQL on the store's own connection.
  fileprivate func execute(_ script: String) throws {
    try withDatabase { db in try db.execute(script: script) }
  }
}
