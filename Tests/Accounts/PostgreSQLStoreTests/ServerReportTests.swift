import Identity
import PostgreSQLServers
import TestSupport
import Testing

@testable import PostgreSQLStore

@Suite("A report about a server", .enabled(if: PostgreSQLServer.isWanted, "make test-engines runs it"), .fewAtOnce)
struct ServerReportTests {
  private static func report(as role: String, after change: String? = nil) async throws -> ServerReport {
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.database()
    if let change { try await server.run(change, in: database) }
    return try ServerReport(of: server.place(of: database, as: role))
  }

  @Test("The service's role is no owner and can't remove rows, and the tables are of this version")
  func service() async throws {
    let report = try await Self.report(as: "signin_app")
    #expect(report.role.name == "signin_app")
    #expect(!report.role.isSuperuser && !report.role.ownsTables && !report.role.removesAttempts)
    #expect(report.tables.version == PostgreSQLSchema.current && report.tables.fault == nil)
    #expect(report.version >= ServerReport.oldestVersion && report.missingExtensions.isEmpty)
    #expect(report.hasNextMonth && !report.hasOtherRows)
    #expect(abs(report.clockDifference / .seconds(1)) < 1)
    #expect(report.connections.now >= 1 && report.connections.most > 10)
    // The tests' server writes nothing to a disk.
    #expect(!report.durability.writesToDisk && report.durability.synchronousCommit == "on")
    guard case .local = report.way else {
      Issue.record("\(report.way)")
      return
    }
  }

  @Test("Owners, superusers, and roles that can remove rows of the log are known")
  func roles() async throws {
    #expect(try await Self.report(as: "signin_owner").role.ownsTables)
    #expect(try await Self.report(as: "postgres").role.isSuperuser)
    let role = try await Self.report(as: "signin_app", after: "GRANT DELETE ON signin.attempt TO signin_app").role
    #expect(role.removesAttempts && !role.ownsTables)
  }

  @Test("Missing partitions, rows that are in none, and missing extensions are found")
  func damage() async throws {
    let dropped = """
      DO $$ DECLARE name text; BEGIN
        FOR name IN SELECT relname FROM pg_class WHERE relname ~ '^attempt_[0-9_]+$' AND relkind = 'r' LOOP
          EXECUTE format('DROP TABLE signin.%I', name);
        END LOOP;
        INSERT INTO signin.attempt (at, logged, email, key, outcome, tty, uid, host, program)
        VALUES (now(), now(), 'a@b.example', 'a@b.example', 'refused', '', 1, '', '');
      END $$
      """
    let report = try await Self.report(as: "signin_app", after: dropped)
    #expect(!report.hasNextMonth && report.hasOtherRows)
    #expect(
      try await Self.report(as: "signin_app", after: "DROP EXTENSION btree_gin CASCADE").missingExtensions
        == ["btree_gin"])
  }

  @Test("A database without tables has version 0")
  func noTables() async throws {
    let server = try await PostgreSQLServer.shared.value
    let report = try ServerReport(of: server.place(of: "postgres"))
    #expect(report.tables == .missing && !report.role.removesAttempts)
  }

  @Test("A server that refuses connections is a refusal, each time")
  func refused() async throws {
    let server = try await PostgreSQLServer.shared.value
    let place = try server.place(of: "no_such_database")
    for _ in 0..<50 {
      #expect(throws: StoreError.database(.notAllowed, path: place.name)) { try ServerReport(of: place) }
    }
  }
}
