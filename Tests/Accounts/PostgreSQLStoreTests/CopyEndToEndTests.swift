import Foundation
import Identity
import PostgreSQLServers
import TestSupport
import Testing

@testable import PostgreSQLStore
@testable import SQLiteStore
import Store

/// The program that copies, and the server, end in the middle. The same command begins again.
@Suite("A copy whose programs end", .enabled(if: PostgreSQLServer.isWanted, "make test-engines runs it"), .fewAtOnce)
struct CopyEndToEndTests {
  /// The copy waits at these attempts for the lock that a test holds.
  private static let waits = """
    CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock(42); RETURN new; END $$;
    CREATE TRIGGER wait BEFORE INSERT ON signin.attempt FOR EACH ROW WHEN (new.id IN (1500, 2500, 3500))
    EXECUTE FUNCTION wait();
    """

  @Test(
    "leaves nothing after kill -9, Ctrl-C and a crash of the server, and the same command makes it whole",
    .tags(.answersAreKept))
  func ends() async throws {
    // Given a store with a long log
    let sandbox = try Sandbox()
    let store = SQLiteStore(file: StoreFile(path: sandbox.path("signin.db")))
    _ = try await store.add(Copies.ann, .sample("A"), .always)
    try await store.commit { db in
      let start = Timestamp(milliseconds: 1_767_225_600_000)
      for number in 1...4000 {
        _ = try db.insertAttempt(
          email("p\(number % 50)@example.com"), .refused, from: .at("here"), at: start.advanced(by: .seconds(number)))
      }
    }
    await store.close()
    let server = try await PostgreSQLServer("copied")
    let (database, place) = try await Copies.target(on: server)
    try await server.run(Self.waits, in: database)
    let command = [
      "--copy", "sqlite:" + sandbox.path("signin.db"),
      "postgresql://signin_owner@/\(database)?host=\(server.folder)",
    ]
    func begin() throws -> ChildProcess { try sandbox.start(Pty.product("signin-postgresql"), command) }
    func hold() throws -> LockHolder { try LockHolder("SELECT pg_advisory_xact_lock(42)", at: place) }
    func waits() async -> Bool {
      await eventually {
        let count = "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(database)' AND wait_event = 'advisory'"
        return (try? await server.run(count)) == "1"
      }
    }
    // When the program is killed in the middle
    var holder = try hold()
    let killed = try begin()
    try #require(await waits())
    killed.send(signal: SIGKILL)
    _ = try await killed.finish()
    holder.release()
    // And interrupted
    holder = try hold()
    let interrupted = try begin()
    try #require(await waits())
    interrupted.send(signal: SIGINT)
    let second = try await interrupted.finish()
    #expect(second.ending == .signalled(SIGINT))
    // And the server crashes
    holder.release()
    holder = try hold()
    let lost = try begin()
    try #require(await waits())
    try await server.kill()
    let third = try await lost.finish()
    #expect(third.ending == .exited(69))
    #expect(third.errors.contains("broke; try again"), "\(third.errors)")
    try await server.start()
    // Then it begins again, and says what it has copied
    let finished = try await begin().finish()
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    #expect(finished.output.contains("Accounts: 1. Rows of the log: 4001."), "\(finished.output)")
    // And nothing differs from a copy at one go
    let (whole, at) = try await Copies.target(on: server)
    try Copies.copy(store, to: at)
    #expect(try await Copies.rows(in: database, of: server) == Copies.rows(in: whole, of: server))
  }
}
