import Identity
import PostgreSQLServers
import TestSupport
import Testing

@testable import PostgreSQLStore
import Store

/// Others that work in the same database make a sign-in wait, and never for long.
@Suite(
  "A store that waits for others", .enabled(if: PostgreSQLServer.isWanted, "make test-engines runs it"), .fewAtOnce)
struct OthersInTheWayTests {
  @Test func `A lock that another keeps for too long makes the store busy, and nothing is recorded`() async throws {
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.database()
    let store = PostgreSQLStore(at: try server.place(of: database))
    _ = try await store.isEmpty()
    let other = try LockHolder(of: Story.ann, at: server.place(of: database))
    let time = await Story.time {
      #expect(await Story.fault { try await store.fail(Story.ann) } == .busy)
    }
    #expect(time < .seconds(10))
    other.release()
    #expect(try await store.outcomes(of: Story.ann) == [])
    try await store.fail(Story.ann)
    #expect(try await store.outcomes(of: Story.ann) == [.refused])
  }

  @Test func `A statement that an administrator cancels changes nothing`() async throws {
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.database()
    let store = PostgreSQLStore(at: try server.place(of: database))
    let other = try LockHolder(of: Story.ann, at: server.place(of: database))
    async let fault = Story.fault { try await store.fail(Story.ann) }
    #expect(await eventually { (try? await server.end("pg_cancel_backend", waitingIn: database)) == true })
    #expect(await fault == .busy)
    other.release()
    #expect(try await store.outcomes(of: Story.ann) == [])
  }

  @Test func `A page that takes too long ends at the server, too`() async throws {
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.database()
    let store = PostgreSQLStore(at: try server.place(of: database))
    #expect(try await store.outcomes(of: Story.ann) == [])
    // Given a log that nobody can read
    let owner = try server.place(of: database, as: "signin_owner")
    let other = try LockHolder("LOCK TABLE signin.attempt IN ACCESS EXCLUSIVE MODE", at: owner)
    #expect(await Story.fault { _ = try await store.outcomes(of: Story.ann) } == .tooSlow)
    // Then no process of the server waits for nobody
    let waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(database)' AND wait_event_type = 'Lock'"
    #expect(try await server.run(waiting) == "0")
    // And the connection has its limit no more
    other.release()
    try await store.fail(Story.ann)
    #expect(try await store.outcomes(of: Story.ann) == [.refused])
  }

  @Test func `Reading the log for hours keeps nobody out when an old month is to be dropped`() async throws {
    // Given a month that the retention gives up, and somebody who makes a copy of the log
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.database()
    try await server.run(Partitions.old, in: database, as: "signin_owner")
    let owner = try server.place(of: database, as: "signin_owner")
    let copy = try LockHolder("SELECT count(*) FROM signin.attempt", at: owner)
    // When a service begins its daily work
    let (one, two) = (PostgreSQLStore(at: owner), PostgreSQLStore(at: try server.place(of: database)))
    let time = try await Story.time {
      async let first: Void = one.fail(Story.ann)
      async let second: Void = two.fail(email("bob@example.com"))
      _ = try await (first, second)
    }
    // Then sign-ins go on, and the month goes another day
    #expect(time < .seconds(9))
    #expect(try await Partitions.names(in: database, of: server).contains("attempt_2020_01"))
    copy.release()
    try await PostgreSQLStore(at: try server.place(of: database)).fail(Story.ann)
    #expect(try await !Partitions.names(in: database, of: server).contains("attempt_2020_01"))
  }
}

extension PostgreSQLServer {
  /// Ends those that wait for a lock in `database`. Whether there were any.
  func end(_ function: String, waitingIn database: String) async throws -> Bool {
    let sql = """
      SELECT count(\(function)(pid)) FROM pg_stat_activity
      WHERE datname = '\(database)' AND wait_event_type = 'Lock'
      """
    return try await run(sql) != "0"
  }
}
