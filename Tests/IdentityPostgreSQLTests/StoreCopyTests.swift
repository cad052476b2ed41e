import Foundation
import Identity

import Secrets
import PostgreSQLServers
import TestSupport
import Testing

@testable import IdentityPostgreSQL
@testable import IdentitySQLite

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

  @Test("is made by the owner of the tables, and by nobody else")
  func role() async throws {
    let place = try await PostgreSQLServer.shared.value.place()
    #expect(throws: StoreError.server(.notAllowed, path: place.name)) { try PostgreSQLCopy(to: place) }
  }

  @Test("that breaks off before the first portion of the log is kept has changed nothing")
  func brokenOffAtOnce() async throws {
    let (database, place) = try await Copies.target()
    _ = try #require(try PostgreSQLCopy(to: place))
    #expect(try await PostgreSQLStore(at: place).isEmpty())
    #expect(try await PostgreSQLServer.shared.value.run("SELECT to_regnamespace('signin_copying')", in: database) == "")
  }

  @Test("that breaks off again and again goes on each time, and is as if made at one go")
  func brokenOff() async throws {
    // Given a copy at one go
    let store = try await Copies.filledStore(ManualClock())
    let (whole, at) = try await Copies.target()
    try Copies.copy(store, to: at)
    // When another one breaks off after each row of the log
    let (database, place) = try await Copies.target()
    var times = 0
    while try !Copies.copy(store, to: place, rowsAtOnce: 1, breakingOffAfter: 1) { times += 1 }
    // Then both are the same
    let log = try await store.page(of: AttemptQuery(email: nil), before: nil, limit: 99).attempts
    #expect(times == log.count)
    #expect(try await Copies.rows(in: database) == Copies.rows(in: whole))
  }

  @Test("that breaks off at its end goes on as well")
  func brokenOffAtTheEnd() async throws {
    let store = try await Copies.filledStore(ManualClock())
    let (database, place) = try await Copies.target()
    try #require(try !Copies.copy(store, to: place, breakingOffAfter: 1))
    try #require(try Copies.copy(store, to: place))
    let (whole, at) = try await Copies.target()
    try Copies.copy(store, to: at)
    #expect(try await Copies.rows(in: database) == Copies.rows(in: whole))
  }

  @Test("has what the store's service did until the copy went on")
  func meanwhile() async throws {
    // Given half of a copy, with an attempt that has not ended, and blocked ones
    let clock = ManualClock()
    let store = try await Copies.filledStore(clock)
    let eve = email("eve@example.com")
    let open = try await store.admit(eve, from: .at("there"))
    while case .admitted(let admission) = try await store.charge(Copies.ann, from: .at("here"), under: Throttle()) {
      try await store.settle(admission.attempt, as: .refused)
    }
    let (database, place) = try await Copies.target()
    try #require(try !Copies.copy(store, to: place, breakingOffAfter: 1))
    // When the attempt ends, another one is blocked, and more happens
    try await store.settle(open, as: .cancelled)
    clock.advance(by: .milliseconds(500))
    _ = try await store.charge(Copies.ann, from: .at("here"), under: Throttle())
    _ = try await store.add(eve, .sample("E"), .always)
    try #require(try Copies.copy(store, to: place))
    // Then the copy has it all
    let (whole, at) = try await Copies.target()
    try Copies.copy(store, to: at)
    let rows = try await Copies.rows(in: database)
    #expect(try await rows == Copies.rows(in: whole))
    #expect(rows.contains("cancelled") && rows.contains("eve@example.com"))
    let blocked = try await PostgreSQLStore(at: place, clock: clock).rows(of: Copies.ann).first
    #expect(blocked?.outcome == .throttled && blocked?.times == 2, "\(String(describing: blocked))")
  }

  @Test("that has broken off is of no use to anybody until it is whole", .tags(.answersAreKept))
  func unseen() async throws {
    // Given stores that are open already, and half of a copy
    let server = try await PostgreSQLServer.shared.value
    let (database, place) = try await Copies.target()
    let service = try server.place(of: database)
    let open = PostgreSQLStore(at: service)
    #expect(try await open.isEmpty())
    let store = try await Copies.filledStore(ManualClock())
    try #require(try !Copies.copy(store, to: place, rowsAtOnce: 2, breakingOffAfter: 2))
    // Then everybody is told to finish it
    for store in [open, PostgreSQLStore(at: service)] {
      #expect(await Story.fault { try await store.fail(Story.ann) } == .halfCopied)
      #expect(await Story.fault { _ = try await store.account(of: Story.ann) } == .halfCopied)
    }
    #expect(await Story.fault { try PostgreSQLSchema.migrate(place) } == .halfCopied)
    #expect(try ServerReport(of: service).tables.fault == .halfCopied)
    // And the roles that read the tables without this program find nothing
    for role in ["signin_app", "signin_audit"] {
      await #expect(throws: PostgreSQLServer.NotStarted.self) {
        try await server.run("SELECT count(*) FROM signin.attempt", in: database, as: role)
      }
    }
    // When it is finished, they go on
    try #require(try Copies.copy(store, to: place))
    #expect(try await open.account(of: Copies.ann) == store.account(of: Copies.ann))
    #expect(try await server.run("SELECT count(*) > 0 FROM signin.attempt", in: database, as: "signin_audit") == "t")
    try await open.fail(Copies.ann)
  }

  @Test("goes on only with the store that it began with")
  func otherSource() async throws {
    // Given half of a copy of a store, of which there is an old backup
    let clock = ManualClock()
    let sandbox = try Sandbox()
    let (file, copied) = (StoreFile(path: sandbox.path("signin.db")), StoreFile(path: sandbox.path("backup.db")))
    let store = try await Copies.filledStore(clock, at: .file(file))
    await store.close()
    try FileManager.default.copyItem(atPath: file.path, toPath: copied.path)
    let backup = SQLiteStore(file: copied, clock: clock)
    let place = try await Copies.target().place
    try await store.settle(store.admit(Copies.bob), as: .refused)
    try #require(try !Copies.copy(store, to: place, breakingOffAfter: 1))
    // Then neither the backup nor another store nor an empty one is taken for it
    let other = try await Copies.filledStore(ManualClock(clock.now().advanced(by: .milliseconds(1))))
    for _ in 1...9 { _ = try await other.settle(other.admit(email("x@example.com")), as: .passed) }
    for wrong in [backup, other, SQLiteStore.inMemory()] {
      #expect(await Story.fault { try Copies.copy(wrong, to: place) } == .halfOfAnother)
    }
    #expect(try Copies.copy(store, to: place))
  }

  @Test("goes on though the store has removed old attempts, as long as it has one that the copy has")
  func pruned() async throws {
    // Given eight attempts, four of them old, and half of two copies
    let clock = ManualClock()
    let store = SQLiteStore(at: .memory, clock: clock, retention: .seconds(60 * 86_400))
    for number in 1...8 {
      try await store.settle(store.admit(email("p\(number)@example.com")), as: .passed)
      if number == 4 { clock.advance(by: .seconds(50 * 86_400)) }
    }
    let (first, second) = (try await Copies.target().place, try await Copies.target().place)
    try #require(try !Copies.copy(store, to: first, rowsAtOnce: 6, breakingOffAfter: 1))
    try #require(try !Copies.copy(store, to: second, rowsAtOnce: 2, breakingOffAfter: 1))
    // When the store removes the old ones
    clock.advance(by: .seconds(20 * 86_400))
    try await store.settle(store.admit(email("p9@example.com")), as: .passed)
    // Then only the one that has newer ones goes on
    #expect(try Copies.copy(store, to: first))
    let all = try await PostgreSQLStore(at: first).page(of: AttemptQuery(email: nil), before: nil, limit: 99).attempts
    #expect(all.map(\.email.text) == (1...9).reversed().map { "p\($0)@example.com" })
    #expect(await Story.fault { try Copies.copy(store, to: second) } == .halfOfAnother)
  }

  @Test("gives way to a second one, which goes on for it")
  func twice() async throws {
    let store = try await Copies.filledStore(ManualClock())
    let (database, place) = try await Copies.target()
    var portions: [[[String?]]] = []
    try store.copy(rowsAtOnce: 3) { table, rows, _ in
      if table == .attempt { portions.append(rows) }
    }
    let first = try #require(try PostgreSQLCopy(to: place))
    try first.add(portions[0], to: .attempt)
    // When the second one begins after the first portion of the first one, and adds the next ones
    try #require(try !Copies.copy(store, to: place, rowsAtOnce: 2, breakingOffAfter: 1))
    // Then the first one ends
    #expect(await Story.fault { try first.add(portions[1], to: .attempt) } == .busy)
    // And nothing is twice in the second one
    try Copies.copy(store, to: place)
    let (whole, at) = try await Copies.target()
    try Copies.copy(store, to: at)
    #expect(try await Copies.rows(in: database) == Copies.rows(in: whole))
  }
}
