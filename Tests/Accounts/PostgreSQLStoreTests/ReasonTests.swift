import Foundation
import Identity
import PostgreSQLServers
import TestSupport
import Testing

@testable import PostgreSQLStore
import Store

/// What administrators hear besides the sentence for people: the server's own words.
@Suite("The server's words", .enabled(if: PostgreSQLServer.isWanted, "make test-engines runs it"), .fewAtOnce)
struct ReasonTests {
  @Test func `A server that refuses is quoted, with its SQLSTATE`() async throws {
    let server = try await PostgreSQLServer.shared.value
    let store = PostgreSQLStore(at: try server.place(of: "nowhere"))
    await #expect(throws: StoreError.self) { try await store.isEmpty() }
    let reason = try #require(store.lastReason)
    #expect(reason.hasPrefix("SQLSTATE 3D000: "), "\(reason)")
    #expect(reason.contains("database \"nowhere\" does not exist"), "\(reason)")
  }

  @Test func `A server that isn't there is quoted`() async throws {
    let store = PostgreSQLStore(at: try PostgreSQLPlace("postgresql://localhost/signin?host=/nowhere"))
    await #expect(throws: StoreError.self) { try await store.isEmpty() }
    let reason = try #require(store.lastReason)
    #expect(reason.contains("/nowhere"), "\(reason)")
  }

  @Test func `A store that works is in order, and knows its standbys`() async throws {
    let server = try await PostgreSQLServer.shared.value
    let store = PostgreSQLStore(at: try server.place(of: try await server.database()))
    try await store.checkWriting()
    #expect(try await store.replication() == Replication(standbys: 0, lagMilliseconds: nil))
    #expect(store.lastReason == nil)
  }

  @Test func `Nothing that somebody typed is quoted`() async throws {
    let server = try await PostgreSQLServer.shared.value
    let store = PostgreSQLStore(at: try server.place(of: try await server.database()))
    await #expect(throws: StoreError.self) { try await store.query { _ = try $0.run("SELECT \("secret")::int") } }
    #expect(store.lastReason == "SQLSTATE 22P02")
  }
}
