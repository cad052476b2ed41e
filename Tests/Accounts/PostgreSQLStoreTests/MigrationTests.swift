import Foundation
import PostgreSQLStore
import PostgreSQLServers
import TestSupport
import Testing

@Suite("A migration", .enabled(if: PostgreSQLServer.isWanted, "make test-engines runs it"), .fewAtOnce)
struct MigrationTests {
  @Test func `Owners who make the tables at the same time all succeed, and one of them makes them`() async throws {
    // given
    let server = try await PostgreSQLServer.shared.value
    let database = "m" + UUID().uuidString.prefix(13).lowercased().replacing("-", with: "")
    try await server.run("CREATE DATABASE \(database) OWNER signin_owner")
    let place = try server.place(of: database, as: "signin_owner")
    // when
    let versions = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...4 { group.addTask { try PostgreSQLSchema.migrate(place).from } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    // then
    let current = PostgreSQLSchema.current
    #expect(versions.sorted() == [0, current, current, current])
  }
}
