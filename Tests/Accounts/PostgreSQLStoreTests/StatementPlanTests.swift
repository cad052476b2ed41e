import Identity
import PostgreSQLServers
import Secrets
import Store
import TestSupport
import Testing

@testable import PostgreSQLStore

/// A server of its own, whose log names the plan of each statement.
@Suite(
  "The plans of all statements, in PostgreSQL",
  .enabled(if: PostgreSQLServer.isWanted, "make test-engines runs it"), .fewAtOnce)
struct StatementPlanTests {
  @Test func `Each statement is one that the server knows, and none reads all of a long log`() async throws {
    // Given a log of a million rows
    let server = try await PostgreSQLServer("plans")
    let database = try await server.database()
    try await server.run(Self.longLog, in: database)
    let place = try server.place(of: database)
    // When the server plans the statements of all operations, however they go on
    let connection = try ServerConnection(to: place)
    for operation in StoreOperation.all {
      for answer in PlayedDatabase.Answer.allCases {
        let played = PlayedDatabase(.postgreSQL, answering: answer)
        try await operation.perform(played)
        for statement in played.statements where Self.hasPlan(statement) {
          let rows = try connection.run(["EXPLAIN " + statement], until: .now + .seconds(30))
          let plan = try rows.flatMap { try $0.map { try $0[0] as String } }
          #expect(!plan.contains { Self.readsAll($0) }, "\(operation): \(plan)")
        }
      }
    }
    // And runs a sign-in, a removal, and the pages of the log
    try await server.run(Self.explaining, in: database)
    let store = PostgreSQLStore(at: place)
    let account = try await store.newAccount(Story.ann)
    #expect(try await store.signIn(Story.ann, from: .at("here"), SecureToken()) != nil)
    try await store.fail(Story.ann)
    _ = try await store.rename(Story.ann, to: email("bob@example.com"), from: .test)
    let member = Owner(of: account.email, by: .account(account.id, revision: account.revision))
    let queries = [
      AttemptQuery(email: nil), AttemptQuery(email: email("p7@example.com")),
      AttemptQuery(email: nil, search: AttemptSearch("castle")),
    ]
    for query in queries {
      let page = try await store.page(of: query, before: nil, limit: 50)
      #expect(page.attempts.count == 50 || query.email != nil)
      _ = try await store.page(of: query, before: page.next, limit: 50)
    }
    await #expect(throws: StoreError.self) {
      try await store.page(of: AttemptQuery(member: member), before: nil, limit: 9)
    }
    _ = try await store.change(email("bob@example.com"), .remove)
    // Then no plan reads a partition with many rows from its beginning to its end
    let log = try server.log().split(separator: "\n")
    #expect(log.contains { $0.contains("Index Scan") && $0.contains("on attempt_") })
    #expect(log.filter { Self.readsAll($0) } == [])
  }

  private static func hasPlan(_ statement: Statement) -> Bool {
    ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains { statement.numbered.hasPrefix($0) }
  }

  private static func readsAll(_ line: some StringProtocol) -> Bool { line.contains("Seq Scan on attempt_other") }

  /// All in the partition for what has no month. The indexes of words are made once it is full, which is faster.
  private static let longLog = """
    DO $$
    DECLARE
      index record;
      definition text;
      definitions text[];
    BEGIN
      FOR index IN SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
        WHERE indrelid = 'signin.attempt'::regclass AND pg_get_indexdef(indexrelid) LIKE '% USING gin %'
      LOOP
        definitions := definitions || index.definition;
        EXECUTE 'DROP INDEX ' || index.name;
      END LOOP;
      INSERT INTO signin.attempt (at, logged, email, key, outcome, tty, uid, host, program)
      SELECT at, at, 'p' || n % 5000 || '@example.com', 'p' || n % 5000 || '@example.com',
        CASE n % 50 WHEN 0 THEN 'throttled' ELSE 'refused' END, 'pts/1', 1000 + n % 7, 'castle', 'signin'
      FROM generate_series(1, 1000000) AS n, LATERAL (SELECT timestamptz '2020-01-01 00:00Z' + n * interval '1 minute') AS time (at);
      FOREACH definition IN ARRAY definitions LOOP EXECUTE definition; END LOOP;
    END $$;
    ANALYZE signin.attempt;
    """

  private static let explaining = """
    ALTER ROLE signin_app SET session_preload_libraries = 'auto_explain';
    ALTER ROLE signin_app SET auto_explain.log_min_duration = 0;
    ALTER ROLE signin_app SET auto_explain.log_nested_statements = on;
    """
}
