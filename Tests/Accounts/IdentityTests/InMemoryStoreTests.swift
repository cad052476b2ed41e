import TestSupport
import Testing

@Suite("The store in memory for tests")
struct InMemoryStoreTests {
  @Test("keeps every clause of the contract", arguments: StoreContract.clauses)
  func contract(_ clause: StoreContract.Clause) async throws {
    let clock = ManualClock()
    try await clause.check(InMemoryStore(clock: clock), clock)
  }
}
