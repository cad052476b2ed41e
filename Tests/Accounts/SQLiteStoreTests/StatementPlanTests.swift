import SQLite
import Identity
import Store
import TestSupport
import Testing

@testable import SQLiteStore

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

  @Test func `find rows of a log of a million rows by an index, its pages too`() async throws {
    // Given a log of a million rows, and a store that notes its statements
    let clock = ManualClock()
    let store = SQLiteStore(at: .memory, clock: clock, retention: .seconds(86_400))
    let (ann, bob) = (email("ann@example.com"), email("bob@example.com"))
    let account = try await store.newAccount(ann)
    try await store.write { db in
      // The index of words would take a minute.
      let triggers = "FROM sqlite_master WHERE name IN ('attempt_added', 'attempt_of_new_email')"
      let made = try db.rows("SELECT sql \(triggers)") { row in try row[0] as String }
      for trigger in ["attempt_added", "attempt_of_new_email"] { try db.execute("DROP TRIGGER \(trigger)") }
      try db.execute(
        """
        INSERT INTO attempt (at, email, key, tag, outcome, tty, uid, host, program)
        WITH RECURSIVE row (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM row WHERE n < 1000000)
        SELECT ?, 'p' || n % 5000 || '@example.com', 'p' || n % 5000 || '@example.com', 'tag',
          CASE n % 50 WHEN 0 THEN 'throttled' ELSE 'refused' END, 'pts/1', 1000 + n % 7, 'castle', 'signin' FROM row
        """, [clock.now().milliseconds])
      for trigger in made { try db.execute(script: trigger) }
    }
    let statements = try store.noteStatements()
    // When people sign in, fail, are blocked and read
    try await store.settle(store.admit(ann), asSignInOf: ann)
    try await store.settle(store.admit(ann), as: .refused)
    for _ in 1...2 { _ = try await store.charge(ann, from: .at("here"), under: Throttle(disablingFailure: 1)) }
    let member = Owner(of: account, in: nil)
    let queries = [
      AttemptQuery(email: nil), AttemptQuery(email: email("p7@example.com")), AttemptQuery(member: member),
      AttemptQuery(email: nil, search: AttemptSearch("ca")), AttemptQuery(member: member, search: AttemptSearch("ca")),
      AttemptQuery(email: nil, search: AttemptSearch("castle")),
    ]
    for query in queries {
      let page = try await store.page(of: query, before: nil, limit: 9)
      _ = try await store.page(of: query, before: page.next, limit: 9)
    }
    #expect(try await store.rename(ann, to: bob, from: .test) == .renamed)
    _ = try await store.change(bob, .remove)
    // Then no statement goes through the log, but for those that end at its first or last row
    #expect(statements.all.contains { $0.contains("times = times + 1") })
    for sql in Set(statements.all) where !sql.hasPrefix("BEGIN") && !sql.hasPrefix("COMMIT") {
      let plan = try await store.plan(of: Store.Statement(sql: sql))
      let scans = plan.filter { $0.hasPrefix("SCAN attempt") && !$0.contains("INDEX") }
      let isShort = ["ORDER BY id LIMIT 8", "ORDER BY id DESC LIMIT 1"].contains { sql.contains($0) }
      #expect(scans == [] || isShort, "\(sql): \(plan)")
    }
  }

  /// Tables of few rows, and parts of statements.
  private static let small = [
    "pending", "throttle_pending", "login_key", "password_length", "new", "newest", "last", "costliest",
  ]
  /// The tables that an operation is about as a whole.
  private static let scanned: [String: [String]] = [
    "sessions(of:)": ["session"], "revoke(_:)": ["session"], "withAllSealedSecrets(_:)": ["second_step"],
    "throttleState()": ["throttle_run", "throttle_pair"], "clear(_:)": ["throttle_run", "throttle_pair"],
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
