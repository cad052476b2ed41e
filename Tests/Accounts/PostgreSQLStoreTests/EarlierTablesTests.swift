import Foundation
import Identity
import PostgreSQLServers
import Secrets
import Store
import TestSupport
import Testing

@testable import PostgreSQLStore

@Suite("Tables of an earlier version", .enabled(if: PostgreSQLServer.isWanted, "make test-engines runs it"), .fewAtOnce)
struct EarlierTablesTests {
  @Test(arguments: 1..<PostgreSQLSchema.current)
  func `are brought up to date with what is in them, and the service's role works on them`(_ version: Int) async throws
  {
    // Given an account that was added after somebody else had its email
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.tables(ofVersion: version)
    try await server.run(Self.rows, in: database, as: "signin_owner")
    // When the owner brings them up to date, twice
    let owner = try server.place(of: database, as: "signin_owner")
    #expect(try PostgreSQLSchema.migrate(owner) == (version, PostgreSQLSchema.current))
    #expect(try PostgreSQLSchema.migrate(owner) == (PostgreSQLSchema.current, PostgreSQLSchema.current))
    // Then its owner has the rows since, also under another email, and everything goes on
    let store = PostgreSQLStore(at: try server.place(of: database))
    #expect(try await store.page(of: AttemptQuery(owner: Story.ann), before: nil, limit: 9).attempts.count == 1)
    let new = email("bob@example.com")
    #expect(try await store.rename(Story.ann, to: new, from: .test) == .renamed)
    #expect(try await store.signIn(new, from: .at("here"), SecureToken()) != nil)
    let own = try await store.page(of: AttemptQuery(owner: new), before: nil, limit: 9).attempts
    #expect(own.map(\.outcome) == [.signedIn, .change(.renamed), .refused])
    #expect(try await store.outcomes(of: Story.ann) == [.change(.renamed), .refused])
    for _ in 1...5 { _ = try await store.charge(Story.ann, from: .at("there"), under: Throttle(disablingFailure: 0)) }
    #expect(try await store.rows(of: Story.ann).first?.times == 5)
  }

  private static let rows = """
    INSERT INTO signin.attempt (at, logged, email, key, outcome, tty, uid, host, program)
    SELECT now(), now(), 'ann@example.com', 'ann@example.com', 'refused', '', 1000, 'castle', 'signin'
    FROM generate_series(1, 2);
    INSERT INTO signin.account (email, key, hash, added, password_set, since)
    VALUES ('ann@example.com', 'ann@example.com', '', now(), now(), 1);
    """
}

extension PostgreSQLServer {
  /// The name of a new database with the tables that a program of `version` made.
  func tables(ofVersion version: Int) async throws -> String {
    let name = "v" + UUID().uuidString.prefix(13).lowercased().replacing("-", with: "")
    try await run("CREATE DATABASE \(name) OWNER signin_owner")
    let connection = try ServerConnection(to: place(of: name, as: "signin_owner"))
    let steps = PostgreSQLSchema.steps[..<version].flatMap(PostgreSQLSchema.statements)
    _ = try connection.run(
      steps + ["INSERT INTO signin.migration (version) VALUES (\(version))", "SELECT signin.keep_partitions()"],
      until: .now + .seconds(60))
    // What earlier versions gave.
    try await run(
      """
      GRANT USAGE ON SCHEMA signin TO signin_app; GRANT SELECT ON signin.migration TO signin_app;
      GRANT SELECT, INSERT, UPDATE, DELETE ON signin.account TO signin_app; GRANT SELECT, INSERT ON signin.attempt TO signin_app
      """, in: name, as: "signin_owner")
    return name
  }
}
