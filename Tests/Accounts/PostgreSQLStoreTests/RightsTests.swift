import Foundation
import Identity
import PostgreSQLServers
import TestSupport
import Testing

@testable import PostgreSQLStore
import Store

/// The log is kept from a service that somebody has taken over, by the rights of its role.
@Suite("The roles of the database", .enabled(if: PostgreSQLServer.isWanted, "make test-engines runs it"), .fewAtOnce)
struct RightsTests {
  private static let partition = "signin.attempt_" + month(0)

  /// A database that nobody can change.
  private static let untouched = Task {
    let server = try await PostgreSQLServer.shared.value
    return (server, try await server.database())
  }

  /// The name of this month, or of a later one.
  private static func month(_ later: Int) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month], from: Date())
    let number = (parts.year ?? 0) * 12 + (parts.month ?? 1) - 1 + later
    return String(format: "%04d_%02d", number / 12, number % 12 + 1)
  }

  @Test(arguments: [
    "DELETE FROM signin.attempt", "TRUNCATE signin.attempt", "UPDATE signin.attempt SET at = now()",
    "UPDATE signin.attempt SET uid = 0", "UPDATE signin.attempt SET logged = now()", "DROP TABLE signin.attempt",
    "ALTER TABLE signin.attempt DISABLE TRIGGER only_grow", "ALTER TABLE signin.attempt DETACH PARTITION \(partition)",
    "SELECT * FROM \(partition)", "DELETE FROM \(partition)", "UPDATE \(partition) SET at = now()",
    "TRUNCATE \(partition)", "DROP TABLE \(partition)", "INSERT INTO signin.retention (days) VALUES (1)",
    "INSERT INTO signin.migration VALUES (99)", "CREATE TABLE signin.mine ()", "DROP SCHEMA signin CASCADE",
    "CREATE OR REPLACE FUNCTION signin.keep_partitions() RETURNS void LANGUAGE sql RETURN NULL",
  ])
  func `The service's role changes nothing in the log but the end of an attempt`(_ sql: String) async throws {
    let (server, database) = try await Self.untouched.value
    for role in ["signin_app", "signin_audit"] {
      let refused = await #expect(throws: PostgreSQLServer.NotStarted.self) {
        try await server.run(sql, in: database, as: role)
      }
      let errors = refused?.errors ?? ""
      #expect(errors.contains("permission denied") || errors.contains("must be owner"), "\(errors)")
    }
  }

  @Test(arguments: ["outcome = 'signed in'", "outcome = 'pending'", "key = 'other'", "times = 7"])
  func `The service's role changes no attempt that has ended`(_ change: String) async throws {
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.database()
    try await PostgreSQLStore(at: try server.place(of: database)).fail(Story.ann)
    let refused = await #expect(throws: PostgreSQLServer.NotStarted.self) {
      try await server.run("UPDATE signin.attempt SET \(change)", in: database, as: "signin_app")
    }
    #expect(refused?.errors.contains("the log only grows") == true)
  }

  @Test func `A service makes the partitions of three months, and drops those that are too old`() async throws {
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.database()
    let months = (0..<3).map { "attempt_" + Self.month($0) }
    // Given an old month, and none of the new ones
    for month in months { try await server.run("DROP TABLE signin.\(month)", in: database) }
    try await server.run(Partitions.old, in: database, as: "signin_owner")
    // When a service works for the first time
    let store = PostgreSQLStore(at: try server.place(of: database))
    try await store.fail(Story.ann)
    // Then only the new ones are there, and hold what it recorded
    #expect(try await Partitions.names(in: database, of: server) == months + ["attempt_other"])
    #expect(try await server.run("SELECT count(*) FROM \(Self.partition)", in: database) == "1")
    #expect(try await store.page(of: AttemptQuery(email: nil), before: nil, limit: 9).attempts.count == 1)
  }
}
