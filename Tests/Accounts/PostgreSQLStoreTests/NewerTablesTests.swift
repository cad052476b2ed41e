import Identity
import PostgreSQLServers
import Secrets
import TestSupport
import Testing

@testable import PostgreSQLStore

/// Hosts are updated one after the other: the first one makes the tables of the next version, and the others go on.
@Suite("Tables of the next version", .enabled(if: PostgreSQLServer.isWanted, "make test-engines runs it"), .fewAtOnce)
struct NewerTablesTests {
  @Test func `A program that they name goes on, connects again, and changes nothing of them`() async throws {
    // Given a service that runs
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.database()
    let place = try server.place(of: database)
    let running = PostgreSQLStore(at: place)
    try await running.fail(Story.ann)
    // When the next version adds to the tables, and names this one
    let next = PostgreSQLSchema.current + 1
    try await server.run("ALTER TABLE signin.account ADD COLUMN later text", in: database)
    try await server.run("INSERT INTO signin.migration (version, least) VALUES (\(next), \(next - 1))", in: database)
    // Then it goes on, and so does one that starts now
    let started = PostgreSQLStore(at: place)
    for (number, store) in [running, started].enumerated() {
      let person = Story.person(number)
      _ = try await store.newAccount(person.email)
      #expect(try await store.signIn(person.email, from: person.source, .init()) != nil)
    }
    #expect(try await started.outcomes(of: Story.ann) == [.refused])
    // And its migration leaves them alone
    let owner = try server.place(of: database, as: "signin_owner")
    #expect(try PostgreSQLSchema.migrate(owner) == (next, next))
  }

  @Test func `A program that they do not name is refused`() async throws {
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.database()
    let next = PostgreSQLSchema.current + 1
    try await server.run("INSERT INTO signin.migration (version, least) VALUES (\(next), \(next))", in: database)
    let store = PostgreSQLStore(at: try server.place(of: database))
    #expect(await Story.fault { try await store.fail(Story.ann) } == .newerTables)
  }

  @Test func `Tables from before programs were named are older ones`() async throws {
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.tables(ofVersion: 6)
    let store = PostgreSQLStore(at: try server.place(of: database))
    #expect(await Story.fault { try await store.fail(Story.ann) } == .olderTables)
    let owner = try server.place(of: database, as: "signin_owner")
    #expect(try PostgreSQLSchema.migrate(owner) == (6, PostgreSQLSchema.current))
    try await store.fail(Story.ann)
  }
}
