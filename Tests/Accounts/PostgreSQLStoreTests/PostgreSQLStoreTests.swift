import Identity
import PostgreSQLServers
import Secrets
import TestSupport
import Testing

@testable import PostgreSQLStore

@Suite(
  "The PostgreSQL store",
  .enabled(if: PostgreSQLServer.isInstalled || GivenServer.url != nil, "PostgreSQL is not installed"), .fewAtOnce)
struct PostgreSQLStoreTests {
  @Test("keeps every clause of the contract", arguments: StoreContract.clauses.filter { !$0.isAboutSettingTheClock })
  func contract(_ clause: StoreContract.Clause) async throws {
    let clock = ManualClock()
    let place =
      if GivenServer.url == nil {
        try await PostgreSQLServer.shared.value.place()
      } else {
        try await GivenServer.shared.value.place()
      }
    try await clause.check(PostgreSQLStore(at: place, clock: clock), clock)
  }
}
