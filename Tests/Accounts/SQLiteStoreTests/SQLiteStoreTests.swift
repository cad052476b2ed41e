import Foundation
import SQLite
import Identity
import Secrets
import TestSupport
import Testing

@testable import SQLiteStore
import Store

@Suite("The SQLite store")
struct SQLiteStoreTests {
  @Test("keeps every clause of the contract in memory", arguments: StoreContract.clauses)
  func contractInMemory(_ clause: StoreContract.Clause) async throws {
    let clock = ManualClock()
    try await clause.check(SQLiteStore.inMemory(clock: clock), clock)
  }

  @Test(
    "finds the same by the full-text index, an attempt at a time, as by reading",
    arguments: StoreContract.searching + StoreContract.changes + StoreContract.limits)
  func searchesByIndex(_ clause: StoreContract.Clause) async throws {
    let clock = ManualClock()
    let pace = SearchPace(firstWidth: 1, greatestWidth: 4, indexedWidth: 4, crowd: 0)
    try await clause.check(SQLiteStore(at: .memory, clock: clock, pace: pace), clock)
  }

  @Test(
    "keeps every clause of the contract on a file", .tags(.guessingIsSlow, .secondStepAddsToPassword),
    arguments: StoreContract.clauses)
  func contractOnFile(_ clause: StoreContract.Clause) async throws {
    let directory = try ScratchDirectory()
    let clock = ManualClock()
    try await clause.check(SQLiteStore(file: directory.file("signin.db"), clock: clock), clock)
  }

  @Test("is one file after closing, and opens again at the next operation")
  func closed() async throws {
    // Given a store with content
    let directory = try ScratchDirectory()
    let store = SQLiteStore(file: directory.file("signin.db"))
    #expect(try await store.isEmpty())
    #expect(try files(directory).contains("signin.db-wal"))
    // When it is closed twice
    await store.close()
    await store.close()
    // Then
    #expect(try files(directory) == ["signin.db"])
    #expect(try await store.isEmpty())
  }

  @Test("still reads an email that only an earlier version accepted")
  func emailOfEarlierRule() async throws {
    // Given an account with such an email, with a session and an attempt
    let directory = try ScratchDirectory()
    let store = SQLiteStore(file: directory.file("signin.db"))
    let email = try #require(EmailAddress(stored: "a..b@x.com"))
    #expect(try await store.add(email, .sample()) == .added)
    let account = try #require(try await store.account(of: email))
    _ = try await store.open(SecureToken().digest, for: account, lasting: SessionLifetime())
    _ = try await store.charge(email, from: .at("castle"), under: Throttle())
    // Then each is read
    #expect(try await store.accounts(after: nil, limit: 10).map(\.email.text) == ["a..b@x.com"])
    #expect(try await store.sessions(of: nil).map(\.email.text) == ["a..b@x.com"])
    #expect(try await store.attempts(of: email, before: nil, limit: 1).map(\.email.text) == ["a..b@x.com"])
    // And the account can be removed
    #expect(try await store.change(email, .remove) == .found)
    #expect(try await store.isEmpty())
  }

  @Test("forgets the failures of emails that rest, but for disabled ones")
  func restingFailures() async throws {
    let clock = ManualClock()
    let store = SQLiteStore.inMemory(clock: clock)
    let (disabled, other) = (email("ann@example.com"), email("bob@example.com"))
    for _ in 1...5 {
      try await store.fail(disabled)
      clock.advance(by: .seconds(900))
    }
    try await store.fail(other)
    clock.advance(by: .seconds(86_400))
    _ = try await store.charge(email("carl@example.com"), from: .at("home"), under: Throttle(disablingFailure: 5))
    #expect(try await store.throttleState().runs.keys.map(\.email) == [disabled.key])
  }

  @Test("shows an outcome of a later version as it is written")
  func outcomeOfLaterVersion() async throws {
    let store = SQLiteStore.inMemory()
    let ann = email("ann@example.com")
    _ = try await store.charge(ann, from: .at("castle"), under: Throttle())
    try await store.write { db in try db.execute("UPDATE attempt SET outcome = 'second-step-added'") }
    #expect(try await store.rows(of: ann).map(\.outcome.rawValue) == ["second-step-added"])
    let query = AttemptQuery(email: ann, search: AttemptSearch("second"))
    #expect(try await store.page(of: query, before: nil, limit: 9).attempts.count == 1)
  }

  private func files(_ directory: ScratchDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path)
  }
}
