import Foundation
import TestSupport
import Testing

@testable import IdentitySQLite

@Suite("The SQLite store")
struct SQLiteStoreTests {
  @Test("keeps every clause of the contract in memory", arguments: StoreContract.clauses)
  func contractInMemory(_ clause: StoreContract.Clause) async throws {
    let clock = ManualClock()
    try await clause.check(SQLiteStore.inMemory(clock: clock), clock)
  }

  @Test(
    "finds the same by the full-text index, an attempt at a time, as by reading", arguments: StoreContract.searching)
  func searchesByIndex(_ clause: StoreContract.Clause) async throws {
    let clock = ManualClock()
    let pace = SearchPace(firstWidth: 1, greatestWidth: 4, crowd: 0)
    try await clause.check(SQLiteStore(at: .memory, clock: clock, pace: pace), clock)
  }

  @Test("keeps every clause of the contract on a file", arguments: StoreContract.clauses)
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

  private func files(_ directory: ScratchDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path)
  }
}
