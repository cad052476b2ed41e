import Glibc
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
  /// Hundreds of attempts each, for which a server beside all other tests is too slow. `make test-engines` plays them.
  private static let crowds = ["joins what a source", "begins at most 64 rows", "keeps the log short"]

  @Test(
    "keeps every clause of the contract",
    arguments: StoreContract.clauses.filter { clause in
      !clause.isAboutSettingTheClock
        && (getenv("SIGNIN_ENGINES") != nil || !crowds.contains { clause.sentence.hasPrefix($0) })
    })
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
