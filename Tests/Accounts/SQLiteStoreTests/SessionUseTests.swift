import SQLite
import Identity
import Secrets
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("The use of a session")
struct SessionUseTests {
  private let clock = ManualClock()
  private let ann = email("ann@example.com")

  @Test("is recorded, unless the last one was less than a second ago: then nothing waits for the disk")
  func recorded() async throws {
    let store = SQLiteStore(at: .memory, clock: clock)
    // Given a session that has just been opened
    let account = try await store.newAccount(ann)
    let lifetime = SessionLifetime(idle: .seconds(60), absolute: .seconds(600))
    let token = SecureToken()
    let opened = try #require(try await store.open(token.digest, for: account, lasting: lifetime))
    for (milliseconds, changes) in [(0, 0), (999, 0), (1, 1), (999, 0), (1, 1), (30_000, 1)] {
      // When it is used after that time
      clock.advance(by: .milliseconds(milliseconds))
      let before = try await store.changes()
      let used = try await store.verify(token.digest)
      // Then the program that asks learns that it was used now, and the store records each second once
      #expect(used == opened.used(at: clock.now()))
      #expect(try await store.changes() - before == changes)
    }
    // And it ends after its idle time
    clock.advance(by: .seconds(60))
    #expect(try await store.verify(token.digest) == nil)
  }

  @Test("whose damaged row has a negative idle time is recorded, too")
  func damaged() async throws {
    let store = SQLiteStore(at: .memory, clock: clock)
    let token = SecureToken()
    _ = try await store.open(token.digest, for: store.newAccount(ann), lasting: SessionLifetime())
    try await store.write { db in try db.execute("UPDATE session SET idle = -60000") }
    #expect(try await store.verify(token.digest)?.lastUsed == clock.now())
  }
}

extension SQLiteStore {
  /// The number of rows changed so far.
  fileprivate func changes() async throws -> Int {
    try #require(try await read { db in try db.value("SELECT total_changes()") as Int? })
  }
}
