import Foundation
import Identity
import IdentitySQLite
import Secrets
import PostgreSQLServers
import TestSupport
import Testing

@testable import IdentityPostgreSQL

@Suite("A copy of a store", .enabled(if: PostgreSQLServer.isWanted, "make test-engines runs it"), .fewAtOnce)
struct StoreCopyTests {
  private static let ann = email("ann@example.com")
  private static let bob = email("Bob@Example.com")
  private static let pam = Subject(provider: "pam", id: "ann 1000")

  /// A store with all that a store can have, over half a year.
  private static func filledStore(_ clock: ManualClock) async throws -> SQLiteStore {
    let store = SQLiteStore.inMemory(clock: clock)
    _ = try await store.add(ann, .sample("A"), .always)
    _ = try await store.link(pam, to: ann)
    clock.advance(by: .seconds(100 * 86_400))
    _ = try await store.add(bob, .sample("B"), .always)
    _ = try await store.change(bob, .lock)
    let account = try #require(try await store.account(of: ann))
    let step = try NewSecondStep(sealedSecret: [1, 2, 255], confirmed: 7, recoveryCodes: [code(1), code(2)])
    let changed = try #require(try await store.add(step, to: account, sparing: nil, from: .at("home")))
    clock.advance(by: .seconds(80 * 86_400))
    _ = try await store.open(SecureToken().digest, for: changed, lasting: SessionLifetime())
    for _ in 1...2 { _ = try await store.settle(store.admit(bob), as: .refused) }
    _ = try await store.admit(email("nobody@example.com"))
    _ = try await store.widestPasswordLength(including: 4...30)
    return store
  }

  private static func code(_ number: UInt8) throws -> RecoveryCodeDigest {
    try #require(RecoveryCodeDigest(bytes: Array(repeating: number, count: RecoveryCodeDigest.byteCount)))
  }

  /// Empty tables, for their owner.
  private static func place() async throws -> PostgreSQLPlace {
    let server = try await PostgreSQLServer.shared.value
    return try server.place(of: await server.database(), as: "signin_owner")
  }

  private static func copy(_ store: SQLiteStore, to place: PostgreSQLPlace) throws {
    let copy = try #require(try PostgreSQLCopy(to: place))
    try store.copy { table, rows, _ in try copy.add(rows, to: table) }
    try copy.finish()
  }

  @Test("has the accounts, second steps, links, sessions, failures and the log, with their numbers and times")
  func everything() async throws {
    // Given a store, and empty tables
    let clock = ManualClock()
    let store = try await Self.filledStore(clock)
    let place = try await Self.place()
    // When it is copied
    try Self.copy(store, to: place)
    // Then the service finds everything in it
    let copied = PostgreSQLStore(at: place, clock: clock)
    for email in [Self.ann, Self.bob] {
      #expect(try await copied.account(of: email) == store.account(of: email))
      #expect(try await copied.rows(of: email) == store.rows(of: email))
      #expect(try await copied.sessions(of: email) == store.sessions(of: email))
    }
    #expect(try await copied.accounts(after: nil, limit: 9) == store.accounts(after: nil, limit: 9))
    #expect(try await copied.sealedSecret() == store.sealedSecret())
    #expect(try await copied.account(of: Self.pam)?.email == Self.ann)
    #expect(try await copied.throttleState() == store.throttleState())
    #expect(try await copied.widestPasswordLength(including: 6...20) == 4...30)
    let all = AttemptQuery(email: nil)
    #expect(
      try await copied.page(of: all, before: nil, limit: 99).attempts
        == store.page(of: all, before: nil, limit: 99).attempts)
    // And each month has its partition, and new numbers are new
    #expect(try !ServerReport(of: place).hasOtherRows)
    _ = try await copied.add(email("eve@example.com"), .sample("E"), .always)
    let newest = try #require(try await copied.page(of: all, before: nil, limit: 1).attempts.first)
    #expect(newest.email == email("eve@example.com"))
    let account = try #require(try await copied.account(of: Self.ann))
    #expect(try await copied.useRecoveryCode(Self.code(2), account, from: .at("home")))
  }

  @Test("goes only into empty tables")
  func once() async throws {
    let store = try await Self.filledStore(ManualClock())
    let place = try await Self.place()
    try Self.copy(store, to: place)
    #expect(try PostgreSQLCopy(to: place) == nil)
  }

  @Test("is made by the owner of the tables, and by nobody else")
  func role() async throws {
    let place = try await PostgreSQLServer.shared.value.place()
    #expect(throws: StoreError.server(.notAllowed, path: place.name)) { try PostgreSQLCopy(to: place) }
  }

  @Test("that breaks off has copied nothing, and can begin again")
  func brokenOff() async throws {
    let store = try await Self.filledStore(ManualClock())
    let place = try await Self.place()
    struct PowerCut: Error {}
    do {
      let copy = try #require(try PostgreSQLCopy(to: place))
      #expect(throws: StoreError.self) {
        try store.copy { table, rows, _ in
          try copy.add(rows, to: table)
          if table == .attempt { throw PowerCut() }
        }
      }
    }
    #expect(try await PostgreSQLStore(at: place).isEmpty())
    try Self.copy(store, to: place)
    #expect(try await !PostgreSQLStore(at: place).isEmpty())
  }
}
