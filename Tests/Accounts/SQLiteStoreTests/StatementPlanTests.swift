import SQLite
import Identity
import Store
import TestSupport
import Testing

@testable import SQLiteStore

/// An empty store has the plans of a full one: nothing analyses a store, so SQLite knows its indexes alone, and takes each
/// table for one of a million rows.
@Suite("The plans of all statements, in SQLite")
struct StatementPlanTests {
  @Test("find rows of the log, of accounts and of sessions by an index", arguments: StoreOperation.all)
  func byIndex(_ operation: StoreOperation) async throws {
    // Given the statements of an operation, however it goes on
    let store = SQLiteStore.inMemory()
    for answer in PlayedDatabase.Answer.allCases {
      let played = PlayedDatabase(.sqlite, answering: answer)
      try await operation.perform(played)
      for statement in played.statements {
        // When SQLite plans one
        let plan = try await store.plan(of: statement)
        // Then it goes through tables only that are small, or that it is about, and looks at the newest row of the log
        let scans = plan.filter { $0.hasPrefix("SCAN") && !$0.contains("INDEX") && !$0.contains("CONSTANT ROW") }
        var tables = scans.map { $0.split(separator: " ")[1] }.map { String($0).replacing("signin.", with: "") }
        if statement.positional.contains("FROM signin.attempt ORDER BY id DESC LIMIT 1)") {
          tables.firstIndex(of: "attempt").map { _ = tables.remove(at: $0) }
        }
        let expected = Self.small + (Self.scanned[operation.testDescription] ?? [])
        #expect(tables.filter { !expected.contains($0) } == [], "\(statement.positional): \(plan)")
      }
    }
  }

  /// Tables of few rows, and parts of statements.
  private static let small = [
    "pending", "throttle_pending", "login_key", "password_length", "new", "newest", "last", "costliest",
  ]
  /// The tables that an operation is about as a whole.
  private static let scanned: [String: [String]] = [
    "sessions(of:)": ["session"], "revoke(_:)": ["session"], "withAllSealedSecrets(_:)": ["second_step"],
    "throttleState()": ["throttle_run", "throttle_pair"], "accountsHashed(otherThan:)": ["account"],
    "clear(_:)": ["throttle_run", "throttle_pair"],
  ]
}

extension SQLiteStore {
  /// The steps of a statement's plan.
  func plan(of statement: Store.Statement) async throws -> [String] {
    try await read { db in
      try db.run("EXPLAIN QUERY PLAN " + statement).map { try $0["detail"] }
    }
  }
}
