import SQLite
import Identity
import Secrets
import TestSupport
import Testing

@testable import SQLiteStore
import Store

@Suite("An account whose key and email disagree")
struct MisplacedAccountTests {
  private let directory: ScratchDirectory
  private let store: SQLiteStore
  private var damage: StoreError { .damaged(.foreignValue, path: directory("signin.db")) }

  /// Three accounts, of which the first has got the key of another email by a flipped bit.
  init() async throws {
    directory = try ScratchDirectory()
    store = SQLiteStore(file: directory.file("signin.db"))
    for name in ["a", "c", "e"] { _ = try await store.add(email("\(name)@example.com"), .sample()) }
    let account = try #require(try await store.account(of: email("a@example.com")))
    _ = try await store.open(SecureToken().digest, for: account, lasting: SessionLifetime())
    try await store.write { db in
      try db.execute("UPDATE account SET key = 'q@example.com' WHERE key = 'a@example.com'")
    }
  }

  @Test(
    "ends the list with the sentence of a damaged store, in any length of pages", .tags(.answersAreKept),
    arguments: [1, 2, 200])
  func list(limit: Int) async throws {
    await #expect(throws: damage) {
      var last: EmailAddress?
      for _ in 1...9 {
        let page = try await store.accounts(after: last, limit: limit)
        guard let next = page.last?.email else { return }
        last = next
      }
    }
  }

  @Test("signs no other user in, and can't be changed under another name", .tags(.answersAreKept))
  func others() async throws {
    await #expect(throws: damage) { _ = try await store.account(of: email("q@example.com")) }
    await #expect(throws: damage) { _ = try await store.change(email("q@example.com"), .lock) }
    await #expect(throws: damage) { _ = try await store.sessions(of: nil) }
    #expect(try await store.account(of: email("a@example.com")) == nil)
    #expect(try await store.account(of: email("c@example.com")) != nil)
  }
}
