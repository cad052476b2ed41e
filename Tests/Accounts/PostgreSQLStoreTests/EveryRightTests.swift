import Foundation
import Identity
import PostgreSQLServers
import Secrets
import TestSupport
import Testing

@testable import PostgreSQLStore
import Store

/// What a service that somebody has taken over, or an auditor, can do. The catalogue names what is tried, so what a later
/// version adds is refused here until this file allows it.
@Suite(
  "Every right of a role", .enabled(if: PostgreSQLServer.isWanted, "make test-engines runs it"), .fewAtOnce)
struct EveryRightTests {
  /// The rights at a table: those on all columns, and those on some.
  private struct Rights {
    var all: [String] = ["SELECT"]
    var inserted: [String]?
    var updated: [String]?
  }

  private static let everything = Rights(all: ["SELECT", "DELETE", "INSERT", "UPDATE"])
  private static let ofService: [String: Rights] = [
    "account": Rights(
      all: ["SELECT", "DELETE"], inserted: ["email", "key", "hash", "added", "password_set"],
      updated: ["hash", "locked", "revision", "signed_in", "password_set", "one_time"]),
    "attempt": Rights(
      inserted: ["at", "logged", "email", "key", "outcome", "tty", "uid", "host", "program", "times"],
      updated: ["outcome", "email", "key", "times", "until"]),
    "identity": everything, "second_step": everything, "recovery_code": everything, "second_key": everything,
    "session": everything,
    "throttle_run": everything, "throttle_pair": everything, "throttle_pending": everything,
    "password_length": everything, "migration": Rights(), "retention": Rights(), "login_key": Rights(),
    "renaming": Rights(),
  ]
  private static let ofAuditor: [String: Rights] = [
    "attempt": Rights(), "migration": Rights(), "retention": Rights(),
  ]
  private static let pureFunctions = [
    "CALL at(bigint)", "CALL hash_work(text)", "CALL ms(timestamp with time zone)",
  ]
  private static let functionsOfService = [
    "CALL keep_partitions()", "CALL rename(bigint,text,timestamp with time zone,text,bigint,text,text)",
  ]

  @Test(.tags(.serviceKeepsAccounts), arguments: ["signin_app", "signin_audit"])
  func `is one that is meant, of each kind of statement, on each table and each function`(_ role: String) async throws {
    // Given rows in the log
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.database()
    try await PostgreSQLStore(at: try server.place(of: database)).fail(Story.ann)
    let columns = try await server.run(Self.columns, in: database).split(separator: "\n").map {
      $0.split(separator: "|").map(String.init)
    }
    // When the role tries everything
    let answer = await #expect(throws: PostgreSQLServer.NotStarted.self) {
      try await server.run(Self.trying, in: database, as: role)
    }
    let tried = (answer?.errors ?? "").split(separator: "\n").compactMap { line -> [String]? in
      line.wholeMatch(of: #/(?:ERROR:  )?tried (.*)\|(\w{5})/#).map { [String($0.1), String($0.2)] }
    }
    // Then what is not refused is what this file has
    let isOfService = role == "signin_app"
    let expected = columns.flatMap { column -> [String] in
      guard let rights = (isOfService ? Self.ofService : Self.ofAuditor)[column[0]] else { return [] }
      func has(_ kind: String, _ some: [String]?) -> Bool {
        rights.all.contains(kind) || some?.contains(column[1]) == true
      }
      return rights.all.filter { ["SELECT", "DELETE"].contains($0) }.map { "\($0) \(column[0])" }
        + (has("INSERT", rights.inserted) ? ["INSERT \(column[0]).\(column[1])"] : [])
        + (has("UPDATE", rights.updated) ? ["UPDATE \(column[0]).\(column[1])"] : [])
    }
    let functions = Self.pureFunctions + (isOfService ? Self.functionsOfService : [])
    // 0A000: a trigger's function is called by its trigger only.
    let allowed = tried.filter { !["42501", "0A000"].contains($0[1]) }.map { $0[0] }
    #expect(Set(allowed) == Set(expected + functions))
    #expect(tried.count > 400, "\(answer?.errors ?? "")")
    // And no row of the log is another one
    let rows = try await server.run("SELECT outcome, times, key FROM signin.attempt", in: database)
    #expect(rows == "refused|1|ann@example.com")
  }

  /// The columns that the tests' tables have.
  private static let columns = """
    SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'signin'::regnamespace AND c.relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped
    """

  /// Tries a statement of each kind, undoes it, and ends with what happened.
  private static let trying = """
    DO $$
    DECLARE
      statement record;
      state text;
      tried text := '';
    BEGIN
      FOR statement IN
        SELECT kind || ' ' || relname AS name, replace(sql, '@', c.oid::regclass::text) AS sql
        FROM pg_class c, (VALUES
          ('SELECT', 'SELECT * FROM @'), ('DELETE', 'DELETE FROM @'), ('TRUNCATE', 'TRUNCATE @ CASCADE'),
          ('DROP', 'DROP TABLE @ CASCADE'), ('TRIGGERS', 'ALTER TABLE @ DISABLE TRIGGER ALL'),
          ('OWN', 'ALTER TABLE @ OWNER TO CURRENT_USER'), ('COLUMN', 'ALTER TABLE @ ADD COLUMN mine text'),
          ('RULE', 'CREATE RULE mine AS ON UPDATE TO @ DO INSTEAD NOTHING'), ('INDEX', 'CREATE INDEX ON @ ((1))'),
          ('TRIGGER', 'CREATE TRIGGER mine BEFORE UPDATE ON @ FOR EACH ROW EXECUTE FUNCTION signin.only_grow()')
        ) AS kinds (kind, sql) WHERE relnamespace = 'signin'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
        UNION ALL
        SELECT kind || ' ' || relname || '.' || attname, replace(replace(sql, '@', c.oid::regclass::text), '#', attname)
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND attnum > 0 AND NOT attisdropped, (VALUES
          ('INSERT', 'INSERT INTO @ (#) VALUES (DEFAULT)'), ('UPDATE', 'UPDATE @ SET # = DEFAULT')
        ) AS kinds (kind, sql) WHERE relnamespace = 'signin'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
        UNION ALL
        SELECT kind || ' ' || relname, replace(sql, '@', c.oid::regclass::text)
        FROM pg_class c, (VALUES
          ('READ', 'SELECT last_value FROM @'), ('NEXT', 'SELECT nextval(''@'')'), ('SET', 'SELECT setval(''@'', 9)'),
          ('RESTART', 'ALTER SEQUENCE @ RESTART')
        ) AS kinds (kind, sql) WHERE relnamespace = 'signin'::regnamespace AND relkind = 'S'
        UNION ALL
        SELECT kind || ' ' || proname || '(' || replace(oidvectortypes(proargtypes), ', ', ',') || ')',
          replace(replace(sql, '@', p.oid::regproc::text), '#',
            (SELECT coalesce(string_agg('NULL::' || format_type(t, NULL), ', '), '') FROM unnest(proargtypes) AS t))
        FROM pg_proc p, (VALUES
          ('CALL', 'SELECT @(#)'), ('REPLACE', 'ALTER FUNCTION @ RESET ALL'), ('DROP', 'DROP FUNCTION @ CASCADE')
        ) AS kinds (kind, sql) WHERE pronamespace = 'signin'::regnamespace
        UNION ALL
        SELECT sql, sql FROM (VALUES
          ('CREATE TABLE signin.mine ()'), ('CREATE FUNCTION signin.mine() RETURNS int LANGUAGE sql RETURN 1'),
          ('CREATE SCHEMA mine'), ('DROP SCHEMA signin CASCADE'), ('SET session_replication_role = replica'),
          ('SET ROLE signin_owner')
        ) AS others (sql)
      LOOP
        BEGIN
          EXECUTE statement.sql;
          RAISE EXCEPTION USING ERRCODE = 'DONE0';
        EXCEPTION WHEN OTHERS THEN
          state := SQLSTATE;
        END;
        tried := tried || 'tried ' || statement.name || '|' || state || chr(10);
      END LOOP;
      RAISE EXCEPTION '%', tried;
    END $$
    """

  @Test(.tags(.serviceKeepsAccounts)) func `does not lead to a row of the log by way of an account`() async throws {
    // Given a refused attempt at an account
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.database()
    let store = PostgreSQLStore(at: try server.place(of: database))
    let account = try await store.newAccount(Story.ann)
    try await store.fail(Story.ann)
    let log =
      "SELECT id, at, logged, email, outcome, times, host FROM signin.attempt WHERE outcome = 'refused' ORDER BY id"
    let before = try await server.run(log, in: database)
    // When a service says from where an account's rows begin, or writes the key of one
    for sql in [
      "INSERT INTO signin.account (email, key, hash, added, password_set, since) VALUES ('m', 'm', '', now(), now(), -1)",
      "UPDATE signin.account SET since = -1", "UPDATE signin.account SET key = 'm'",
      "UPDATE signin.account SET id = DEFAULT",
      "INSERT INTO signin.account (id, email, key, hash, added, password_set) OVERRIDING SYSTEM VALUE "
        + "VALUES (1, 'm', 'm', '', now(), now())",
      "INSERT INTO signin.attempt (id, at, logged, email, key, outcome, tty, uid, host, program) OVERRIDING SYSTEM VALUE "
        + "VALUES (99, now(), now(), 'm', 'm', 'refused', '', 0, '', '')",
    ] {
      let refused = await #expect(throws: PostgreSQLServer.NotStarted.self, "\(sql)") {
        try await server.run(sql, in: database, as: "signin_app")
      }
      #expect(refused?.errors.contains("permission denied") == true)
    }
    // When it takes the place of an account, and gives it other emails
    func rename(_ email: String, to new: String) -> String {
      "SELECT signin.rename((SELECT id FROM signin.account WHERE email = '\(email)'), '\(new)', now(), '', 0, '', '')"
    }
    func add(_ email: String) -> String {
      "INSERT INTO signin.account (email, key, hash, added, password_set) VALUES ('\(email)', '\(email)', '', now(), now())"
    }
    let ann = account.email.text
    try await server.run("DELETE FROM signin.account", in: database, as: "signin_app")
    for sql in [add(ann), rename(ann, to: "m@example.com"), add("n@example.com")] {
      try await server.run(sql, in: database, as: "signin_app")
    }
    let refused = await #expect(throws: PostgreSQLServer.NotStarted.self) {
      try await server.run(rename("n@example.com", to: ann), in: database, as: "signin_app")
    }
    #expect(refused?.errors.contains("somebody else has used that email") == true)
    // Then no row is another one, and the log says what it did
    #expect(try await server.run(log, in: database) == before)
    let renamed = try await store.page(of: AttemptQuery(email: nil), before: nil, limit: 9).attempts.filter {
      $0.outcome == .change(.renamed)
    }
    #expect(renamed.map(\.email.text) == ["m@example.com", ann])
  }

  @Test(.tags(.serviceKeepsAccounts)) func `does not lead to a row of the log by operators of its own`() async throws {
    // Given a schema in which a service may write, as in every database of PostgreSQL 14
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.database()
    try await PostgreSQLStore(at: try server.place(of: database)).fail(Story.ann)
    try await server.run("CREATE SCHEMA mine AUTHORIZATION signin_app", in: database)
    // When "not equal" is "true" there
    let refused = await #expect(throws: PostgreSQLServer.NotStarted.self) {
      try await server.run(
        """
        CREATE FUNCTION mine.yes(text, text) RETURNS boolean LANGUAGE sql IMMUTABLE RETURN true;
        CREATE OPERATOR mine.= (LEFTARG = text, RIGHTARG = text, FUNCTION = mine.yes);
        CREATE OPERATOR mine.<> (LEFTARG = text, RIGHTARG = text, FUNCTION = mine.yes);
        SET search_path = mine, pg_catalog;
        UPDATE signin.attempt SET outcome = 'signed-in';
        """, in: database, as: "signin_app")
    }
    // Then the log has its own meaning
    #expect(refused?.errors.contains("the log only grows") == true)
  }
}
