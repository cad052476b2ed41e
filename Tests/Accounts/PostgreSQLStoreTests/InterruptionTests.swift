import Foundation
import Identity
import PostgreSQLServers
import Synchronization
import TestSupport
import Testing

@testable import PostgreSQLStore
import Store

/// Connections and servers end at any time. Each answer is on record once, and the store goes on by itself.
@Suite(
  "A server that is interrupted", .enabled(if: PostgreSQLServer.isWanted, "make test-engines runs it"), .fewAtOnce)
struct InterruptionTests {
  @Test func `Connections that an administrator ends between operations are made again`() async throws {
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.database()
    let store = PostgreSQLStore(at: try server.place(of: database))
    for _ in 1...3 {
      try await store.fail(Story.ann)
      _ = try await store.clear(.all)
      try await server.run(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '\(database)'")
    }
    #expect(try await store.outcomes(of: Story.ann) == [.refused, .refused, .refused])
  }

  @Test func `An operation whose connection ends begins again, and counts once`() async throws {
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.database()
    let store = PostgreSQLStore(at: try server.place(of: database))
    // Given an attempt that waits for another session
    let other = try LockHolder(of: Story.ann, at: server.place(of: database))
    let failure = Task {
      while true {
        do {
          return try await store.fail(Story.ann)
        } catch StoreError.unreachable(.busy, _) {
          // It gives up after 3 s, which may be too soon for the end below to see it wait.
        }
      }
    }
    // When its connection ends, and the other goes
    #expect(await eventually { (try? await server.end("pg_terminate_backend", waitingIn: database)) == true })
    other.release()
    // Then it is made, once
    try await failure.value
    #expect(try await store.outcomes(of: Story.ann) == [.refused])
    #expect(try await store.throttleState().runs.values.map(\.failures) == [1])
  }

  @Test func `A server that is killed and started again has every answer once`() async throws {
    let server = try await PostgreSQLServer("killed")
    let database = try await server.database()
    let store = PostgreSQLStore(at: try server.place(of: database))
    let work = try await Work(on: store, in: database, of: server)
    try await work.wait(forMore: 20)
    try await server.kill()
    #expect(await eventually { work.faults.contains(.notReached) })
    try await server.start()
    try await work.wait(forMore: 20)
    await work.end()
    #expect(work.faults.isSubset(of: [.notReached, .lost, .uncertain]), "\(work.faults)")
    try await work.expectRecord(in: store)
  }

  @Test func `The number of a transaction that a crash lost does not stand for another one`() async throws {
    // Given an open transaction, of which the server has written nothing: the end of its connection is on record soon
    let server = try await PostgreSQLServer("again")
    let place = try await server.place()
    let open = try ServerConnection(to: place)
    let lost = try Self.numbered(open, ending: "SELECT 1")
    // When the server crashes, and gives its number to another one that is kept
    try await server.kill()
    withExtendedLifetime(open) {}
    try await server.start()
    let connection = try ServerConnection(to: place)
    var kept: TransactionIdentity
    repeat { kept = try Self.numbered(connection, ending: "COMMIT") } while kept.number < lost.number
    #expect(kept.number == lost.number)
    // Then only the other one counts as kept
    #expect(try kept.fate(on: connection, until: .now + .seconds(5)) == .kept)
    #expect(try lost.fate(on: connection, until: .now + .seconds(5)) == .unknown)
  }

  /// Begins a transaction, and returns what the server calls it.
  private static func numbered(_ connection: ServerConnection, ending end: String) throws -> TransactionIdentity {
    let statements = ["BEGIN", "SELECT \(TransactionIdentity.columns)", end].map { Statement(sql: $0) }
    let rows = try connection.run(statements, until: .now + .seconds(5))
    return try TransactionIdentity(try #require(rows[1].first))
  }

  @Test func `A server that stands still ends no operation later than 10 s, and goes on`() async throws {
    let server = try await PostgreSQLServer("still")
    let place = try await server.place()
    let (known, new) = (PostgreSQLStore(at: place), PostgreSQLStore(at: place))
    try await known.fail(Story.ann)
    try server.send(SIGSTOP)
    defer { try? server.send(SIGCONT) }
    let time = await Story.time {
      async let one = Story.fault { try await known.fail(Story.ann) }
      async let two = Story.fault { try await new.fail(Story.ann) }
      #expect(await one == .tooSlow)
      #expect(await two == .notReached)
    }
    #expect(time < .seconds(20))
    try server.send(SIGCONT)
    try await known.fail(Story.ann)
    #expect(try await new.outcomes(of: Story.ann) == [.refused, .refused])
  }
}
