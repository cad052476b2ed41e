import Foundation
import Identity
import PostgreSQLServers
import TestSupport
import Testing

@testable import PostgreSQLStore
import Store

/// The fault names what the server refused, so that a sentence can name the fix.
@Suite("A server that refuses", .enabled(if: PostgreSQLServer.isWanted, "make test-engines runs it"), .fewAtOnce)
struct RefusalTests {
  @Test func `A server that is not there is not reached`() async throws {
    let store = PostgreSQLStore(at: try PostgreSQLPlace("postgresql://signin_app@/signin?host=/tmp/nowhere"))
    #expect(await Story.fault { _ = try await store.isEmpty() } == .notReached)
  }

  @Test(arguments: [("signin_app", "nowhere"), ("nobody", "postgres")])
  func `A database or a role that is not there is not allowed`(_ role: String, _ database: String) async throws {
    let store = PostgreSQLStore(at: try await PostgreSQLServer.shared.value.place(of: database, as: role))
    #expect(await Story.fault { _ = try await store.isEmpty() } == .notAllowed)
  }

  @Test(
    arguments: [
      ("DROP SCHEMA signin CASCADE", DatabaseFault.noTables), ("DELETE FROM signin.migration", .noTables),
      ("INSERT INTO signin.migration VALUES (99)", .newerTables),
    ])
  func `Tables that this program does not know are left alone`(_ change: String, _ fault: DatabaseFault) async throws {
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.database()
    try await server.run(change, in: database)
    let store = PostgreSQLStore(at: try server.place(of: database))
    #expect(await Story.fault { try await store.fail(Story.ann) } == fault)
  }

  @Test func `Tables that go while the store is open are missing`() async throws {
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.database()
    let store = PostgreSQLStore(at: try server.place(of: database))
    try await store.fail(Story.ann)
    try await server.run("DROP SCHEMA signin CASCADE", in: database)
    #expect(await Story.fault { try await store.fail(Story.ann) } == .noTables)
    #expect(await Story.fault { _ = try await store.isEmpty() } == .noTables)
  }

  @Test func `The auditor reads the log, and nothing else`() async throws {
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.database()
    try await PostgreSQLStore(at: try server.place(of: database)).fail(Story.ann)
    let auditor = PostgreSQLStore(at: try server.place(of: database, as: "signin_audit"))
    #expect(try await auditor.outcomes(of: Story.ann) == [.refused])
    #expect(await Story.fault { try await auditor.fail(Story.ann) } == .notAllowed)
    #expect(await Story.fault { _ = try await auditor.account(of: Story.ann) } == .notAllowed)
    #expect(await Story.fault { _ = try await auditor.sessions(of: nil) } == .notAllowed)
  }

  @Test func `A role that has all its connections is busy, until one of them ends`() async throws {
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.database()
    let role = "few_\(database)"
    try await server.run("CREATE ROLE \(role) LOGIN CONNECTION LIMIT 1 IN ROLE signin_app")
    let place = try server.place(of: database, as: role)
    let (one, two) = (PostgreSQLStore(at: place), PostgreSQLStore(at: place))
    try await one.fail(Story.ann)
    #expect(await Story.fault { try await two.fail(Story.ann) } == .busy)
    await one.close()
    #expect(await eventually { (try? await two.fail(Story.ann)) != nil })
    #expect(try await two.outcomes(of: Story.ann) == [.refused, .refused])
  }

  @Test func `A database that takes no changes is read only`() async throws {
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.database()
    try await server.run("ALTER DATABASE \(database) SET default_transaction_read_only = on")
    let store = PostgreSQLStore(at: try server.place(of: database))
    #expect(await Story.fault { try await store.fail(Story.ann) } == .readOnly)
    #expect(try await store.isEmpty())
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a server a small disk"))
  func `A full disk is full, and the store works again once there is space`() async throws {
    let server = try await PostgreSQLServer("full", small: 24)
    try await server.run("CREATE TABLESPACE small LOCATION '\(server.folder)/small'")
    let database = try await server.database("TABLESPACE small")
    let store = PostgreSQLStore(at: try server.place(of: database))
    #expect(try await store.isEmpty())
    // Given a disk that others have filled to its last block
    try await server.run("CREATE TABLE filling (text text)", in: database)
    for length in [1000, 1] {
      let refused = await #expect(throws: PostgreSQLServer.NotStarted.self) {
        try await server.run(
          "INSERT INTO filling SELECT repeat('x', \(length)) FROM (SELECT generate_series(1, 100000)) AS n",
          in: database)
      }
      #expect(refused?.errors.contains("No space left on device") == true)
    }
    // Then nobody gets an answer
    #expect(await Story.fault { try await store.fail(Story.ann) } == .full)
    try await server.run("DROP TABLE filling", in: database)
    try await store.fail(Story.ann)
    #expect(try await store.outcomes(of: Story.ann) == [.refused])
  }
}
