import IdentitySQLite
import TestSupport
import Testing

@Suite("The SQLite store")
struct SQLiteStoreTests {
  @Test("keeps every clause of the contract in memory", arguments: StoreContract.clauses)
  func contractInMemory(_ clause: StoreContract.Clause) async throws {
    let clock = ManualClock()
    try await clause.check(SQLiteStore.inMemory(clock: clock), clock)
  }

  @Test("keeps every clause of the contract on a file", arguments: StoreContract.clauses)
  func contractOnFile(_ clause: StoreContract.Clause) async throws {
    let directory = try ScratchDirectory()
    let clock = ManualClock()
    try await clause.check(SQLiteStore(file: directory.file("signin.db"), clock: clock), clock)
  }
}
