import Identity
import PostgreSQLServers
import TestSupport
import Testing

@testable import PostgreSQLStore
import Store

@Suite(
  "A value that no database has", .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"), .fewAtOnce)
struct DataErrorTests {
  @Test(.tags(.serviceKeepsAccounts), arguments: [9_224_318_016_000_001, -1 << 52] as [Int64])
  func `is the fault of the request, and no failure of the store`(_ milliseconds: Int64) async throws {
    let store = PostgreSQLStore(at: try await PostgreSQLServer.shared.value.place())
    try await store.fail(Story.ann)
    let id = AttemptID(time: Timestamp(milliseconds: milliseconds), number: 1)
    let error = await #expect(throws: StoreError.self) {
      try await store.page(of: AttemptQuery(email: nil), before: id, limit: 9)
    }
    #expect(error == .database(.failed(try #require(SQLState("22008"))), path: store.place.name))
    #expect(error?.isOfStore == false)
    // And others go on
    try await store.fail(Story.ann)
  }

  @Test(arguments: [Int64.min, .min + 1, .max])
  func `is the first or the last moment, if it is no time at all`(_ milliseconds: Int64) async throws {
    let store = PostgreSQLStore(at: try await PostgreSQLServer.shared.value.place())
    try await store.fail(Story.ann)
    let id = AttemptID(time: Timestamp(milliseconds: milliseconds), number: 1)
    let page = try await store.page(of: AttemptQuery(email: nil), before: id, limit: 9)
    #expect(page.attempts.count == (milliseconds < 0 ? 0 : 1))
  }

  @Test func `is told from a failure by its class alone`() throws {
    for (code, isOfStore) in [("22008", false), ("22003", false), ("22P05", false), ("23505", true), ("XX000", true)] {
      let state = try #require(SQLState(code))
      #expect(StoreError.database(.failed(state), path: "").isOfStore == isOfStore)
    }
  }
}
