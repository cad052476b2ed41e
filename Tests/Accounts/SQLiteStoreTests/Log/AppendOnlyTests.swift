import Foundation
import SQLite
import Identity
import TestSupport
import Testing

@testable import SQLiteStore
import Store

/// The tables themselves refuse these changes, whatever program makes them.
@Suite struct AppendOnlyTests {
  private let clock = ManualClock()
  private let ann = email("ann@example.com")

  /// A store with a refused attempt, number 1, and a pending one, number 2.
  private func store(retention: Duration? = nil) async throws -> SQLiteStore {
    let store = SQLiteStore(at: .memory, clock: clock, retention: retention)
    try await store.settle(store.admit(ann), as: .refused)
    _ = try await store.admit(ann)
    return store
  }

  @Test(
    .tags(.serviceKeepsAccounts),
    arguments: [
      "UPDATE attempt SET outcome = 'signed-in' WHERE id = 1",
      "UPDATE attempt SET outcome = 'pending' WHERE id = 1",
      "UPDATE attempt SET times = 2 WHERE id = 1",
      "UPDATE attempt SET until = 7 WHERE id = 1",
      "UPDATE attempt SET outcome = 'refused', host = 'elsewhere' WHERE id = 2",
      "UPDATE attempt SET outcome = 'refused', uid = 0 WHERE id = 2",
      "UPDATE attempt SET email = 'eve@example.com' WHERE id = 2",
      "UPDATE attempt SET key = 'eve@example.com' WHERE id = 1",
      "UPDATE attempt SET outcome = 'refused', at = 7 WHERE id = 2",
      "UPDATE attempt SET outcome = 'refused', logged = 7 WHERE id = 2",
      "UPDATE attempt SET outcome = 'refused', id = 9 WHERE id = 2",
      "UPDATE OR REPLACE attempt SET outcome = 'refused', id = 1 WHERE id = 2",
      "UPDATE attempt SET host = 'elsewhere' WHERE id = 2",
      "DELETE FROM attempt WHERE id = 1", "DELETE FROM attempt WHERE id = 2", "DELETE FROM attempt",
      "REPLACE INTO attempt SELECT id, at, email, key, tag, 'signed-in', tty, uid, host, program, times, until, logged "
        + "FROM attempt WHERE id = 1",
    ])
  func `A row of the log is neither changed nor removed`(_ sql: String) async throws {
    let store = try await store()
    let before = try await store.rows(of: ann)
    await #expect(throws: StoreError.damaged(.unusable(sqliteError: 1811), path: ":memory:")) {
      try await store.write { db in try db.execute(sql) }
    }
    #expect(try await store.rows(of: ann) == before)
  }

  @Test(arguments: [
    "UPDATE attempt SET outcome = 'refused' WHERE outcome = 'throttled'",
    "UPDATE attempt SET times = times - 1 WHERE outcome = 'throttled'",
  ])
  func `A row of blocked attempts only grows`(_ sql: String) async throws {
    let store = SQLiteStore(at: .memory, clock: clock)
    for _ in 1...3 { try await store.settle(store.admit(ann), as: .refused) }
    for _ in 1...3 { _ = try await store.charge(ann, from: .at("here"), under: Throttle()) }
    #expect(try await store.rows(of: ann).first?.times == 3)
    await #expect(throws: StoreError.self) { try await store.write { db in try db.execute(sql) } }
    #expect(try await store.rows(of: ann).first?.times == 3)
  }

  @Test func `Pruning closes the log behind it`() async throws {
    let store = try await store(retention: .seconds(86_400))
    clock.advance(by: .seconds(2 * 86_400))
    try await store.settle(store.admit(ann), as: .refused)
    #expect(try await store.rows(of: ann).count == 1)
    let left = try await store.read { db in try db.value("SELECT count(*) FROM attempt_pruning") as Int? }
    #expect(left == 0)
    await #expect(throws: StoreError.self) {
      try await store.write { db in try db.execute("DELETE FROM attempt") }
    }
  }

  @Test(.tags(.serviceKeepsAccounts)) func `While it prunes, the log gives only rows that are old enough`() async throws
  {
    let store = try await store()
    let time = clock.now().milliseconds
    await #expect(throws: StoreError.self) {
      try await store.write { db in
        try db.execute("INSERT INTO attempt_pruning (only, before) VALUES (1, ?)", [time])
        try db.execute("DELETE FROM attempt")
      }
    }
    #expect(try await store.rows(of: ann).count == 2)
  }
}
