import Foundation
import Identity

import Secrets
import PostgreSQLServers
import TestSupport
import Testing

@testable import PostgreSQLStore
@testable import SQLiteStore
import Store

@Suite("A copy of a store", .enabled(if: PostgreSQLServer.isWanted, "make test-engines runs it"), .fewAtOnce)
struct StoreCopyTests {
  @Test("has the accounts, second steps, links, sessions, failures and the log, with their numbers and times")
  func everything() async throws {
    // Given a store, and empty tables
    let clock = ManualClock()
    let store = try await Copies.filledStore(clock)
    let place = try await Copies.target().place
    // When it is copied
    try Copies.copy(store, to: place)
    // Then the service finds everything in it
    let copied = PostgreSQLStore(at: place, clock: clock)
    for email in [Copies.ann, Copies.bob] {
      #expect(try await copied.account(of: email) == store.account(of: email))
      #expect(try await copied.rows(of: email) == store.rows(of: email))
      #expect(try await copied.sessions(of: email) == store.sessions(of: email))
    }
    #expect(try await copied.accounts(after: nil, limit: 9) == store.accounts(after: nil, limit: 9))
    #expect(try await copied.sealedSecret() == store.sealedSecret())
    #expect(try await copied.account(of: Copies.pam)?.email == Copies.ann)
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
    let account = try #require(try await copied.account(of: Copies.ann))
    #expect(try await copied.useRecoveryCode(Copies.code(2), account, from: .at("home")))
  }

  @Test("goes only into empty tables")
  func once() async throws {
    let store = try await Copies.filledStore(ManualClock())
    let place = try await Copies.target().place
    try Copies.copy(store, to: place)
    #expect(try PostgreSQLCopy(to: place) == nil)
  }

  @Test("is made by the owner of the tables only")
  func role() async throws {
    let place = try await PostgreSQLServer.shared.value.place()
    #expect(throws: StoreError.database(.notAllowed, path: place.name)) { try PostgreSQLCopy(to: place) }
  }

  @Test("that breaks off at any portion has changed nothing, and can be made again", .tags(.answersAreKept))
  func brokenOff() async throws {
    // Given a copy that breaks off after so many portions of rows
    let store = try await Copies.filledStore(ManualClock())
    let (database, place) = try await Copies.target()
    let empty = try await Copies.rows(in: database)
    for portions in [0, 1, 3, 9] {
      try #require(try !Copies.copy(store, to: place, rowsAtOnce: 1, breakingOffAfter: portions))
      // Then nothing is there
      #expect(try await PostgreSQLStore(at: place).isEmpty())
      #expect(try await Copies.rows(in: database) == empty)
    }
    // And the next one is whole
    try #require(try Copies.copy(store, to: place))
    let (whole, at) = try await Copies.target()
    try Copies.copy(store, to: at)
    #expect(try await Copies.rows(in: database) == Copies.rows(in: whole))
  }

  @Test("locks the tables, and shows no part before it is whole", .tags(.answersAreKept))
  func unseen() async throws {
    // Given a service that is connected already, and half of a copy
    let server = try await PostgreSQLServer.shared.value
    let (database, place) = try await Copies.target()
    let service = PostgreSQLStore(at: try server.place(of: database))
    #expect(try await service.isEmpty())
    let store = try await Copies.filledStore(ManualClock())
    let copy = try #require(try PostgreSQLCopy(to: place))
    try store.copy { table, rows, _ in try copy.add(rows, to: table) }
    // Then the service sees nothing of it, and changes nothing
    #expect(try await service.isEmpty())
    #expect(await Story.fault { _ = try await service.add(email("eve@example.com"), .sample("E"), .always) } != nil)
    // And neither does a second copy
    #expect(await Story.fault { _ = try PostgreSQLCopy(to: place) } == .busy)
    // When it is finished, the service has everything
    try copy.finish()
    #expect(try await service.account(of: Copies.ann) == store.account(of: Copies.ann))
    try await service.fail(Copies.ann)
  }
}
