import Foundation
import Identity
import PostgreSQLServers
import Secrets
import TestSupport
import Testing

@testable import PostgreSQLStore
import Store

/// A standby that each change waits for takes the place of the primary, and nothing that was answered is lost.
@Suite("A primary and its standby", .enabled(if: PostgreSQLServer.isWanted, "make test-engines runs it"), .fewAtOnce)
struct FailoverTests {
  /// A primary whose changes wait for the standby.
  fileprivate struct Pair {
    let primary: PostgreSQLServer
    let standby: PostgreSQLServer
    let database: String
    let place: PostgreSQLPlace

    init(_ name: String) async throws {
      primary = try await PostgreSQLServer("\(name)-a")
      database = try await primary.database()
      standby = try await PostgreSQLServer("\(name)-b", copying: primary)
      place = try primary.place(of: database, or: [standby])
      try await primary.run("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
      try await primary.run("SELECT pg_reload_conf()")
      try await waitUntilInStep()
    }

    /// Waits until each change waits for the standby.
    func waitUntilInStep() async throws {
      #expect(
        await eventually { (try? await primary.run("SELECT sync_state FROM pg_stat_replication")) == "sync" })
    }
  }

  @Test func `Sign-ins go on after a promotion, and each answer given is there`() async throws {
    // Given people who sign in at a service that knows both servers
    let pair = try await Pair("over")
    let store = PostgreSQLStore(at: pair.place)
    let work = try await Work(on: store, in: pair.database, of: pair.primary)
    try await work.wait(forMore: 30)
    // When the primary is lost, and the standby takes its place
    try await pair.primary.kill()
    try await pair.standby.run("SELECT pg_promote()")
    // Then they go on within a second on a quiet machine, and the service is the same one
    let time = try await Story.time { try await work.wait(forMore: 1) }
    #expect(time < .seconds(LongRun.isLong ? 1 : 10))
    try await work.wait(forMore: 30)
    await work.end()
    #expect(work.faults.isSubset(of: [.notReached, .lost, .uncertain, .readOnly]), "\(work.faults)")
    try await work.expectRecord(in: PostgreSQLStore(at: try pair.standby.place(of: pair.database)))
  }

  @Test func `An old primary that comes back is not believed, not even by a service that starts again`() async throws {
    // Given a service that went on at the standby, after the primary was lost
    let pair = try await Pair("back")
    let timelines = pair.primary.folder + "/timelines"
    let store = PostgreSQLStore(at: pair.place, timelines: timelines)
    try await store.fail(Story.ann)
    try await pair.primary.kill()
    try await pair.standby.run("SELECT pg_promote()")
    #expect(await eventually { (try? await store.fail(Story.ann)) != nil })
    // When the old primary starts by itself, and then the service
    try await pair.primary.start()
    let started = PostgreSQLStore(at: pair.place, timelines: timelines)
    // Then it passes it by, and finds the new one
    #expect(try await started.outcomes(of: Story.ann).count == 2)
    // And takes nothing from the old accounts where no other server is named, and the doctor names both servers
    let alone = PostgreSQLStore(at: try pair.primary.place(of: pair.database), timelines: timelines)
    #expect(await Story.fault { _ = try await alone.isEmpty() } == .oldPrimary)
    let report = try ServerReport(of: pair.place)
    #expect(report.serverCount == 2)
    #expect(Set(report.primaries) == [pair.primary.folder, pair.standby.folder])
    // And once the old one is gone it works
    try await pair.primary.kill()
    #expect(try await started.outcomes(of: Story.ann).contains(.refused))
  }

  @Test func `A primary that stands still is left for the standby that takes its place`() async throws {
    let pair = try await Pair("still")
    let store = PostgreSQLStore(at: pair.place)
    try await store.fail(Story.ann)
    // Given a connection to a primary that says nothing more
    try pair.primary.send(SIGSTOP)
    defer { try? pair.primary.send(SIGCONT) }
    try await pair.standby.run("SELECT pg_promote()")
    // Then one operation waits in vain, and the next one goes to the other server
    #expect(await Story.fault { try await store.fail(Story.ann) } == .tooSlow)
    try await store.fail(Story.ann)
    #expect(try await store.outcomes(of: Story.ann) == [.refused, .refused])
  }

  @Test func `No change is answered that the standby may not have, whatever ends the wait for it`() async throws {
    let pair = try await Pair("alone")
    let store = PostgreSQLStore(at: pair.place)
    let people = (0..<3).map { Story.person($0) }
    for person in people { _ = try await store.newAccount(person.email) }
    // Given a standby that is gone
    try await pair.standby.kill()
    // When changes wait for it, and an administrator ends the wait of one, and the connection of another
    async let left = Story.fault { _ = try await store.admit(people[0].email, from: people[0].source) }
    try await pair.expectWaiting(1)
    async let cancelled = Story.fault { _ = try await store.admit(people[1].email, from: people[1].source) }
    try await pair.expectWaiting(2)
    try await pair.end("pg_cancel_backend")
    #expect(await cancelled == .uncertain)
    async let ended = Story.fault { _ = try await store.admit(people[2].email, from: people[2].source) }
    try await pair.expectWaiting(2)
    try await pair.end("pg_terminate_backend")
    // Then none of them is answered
    #expect(await ended == .uncertain)
    #expect(await left == .uncertain)
    // And once the standby is back, so is the store
    try await pair.standby.start()
    try await pair.waitUntilInStep()
    let one = Story.person(9)
    try await store.fail(one.email, from: one.source)
    #expect(try await store.outcomes(of: one.email) == [.refused])
  }
}

extension FailoverTests.Pair {
  /// Waits until so many changes wait for the standby.
  fileprivate func expectWaiting(_ count: Int) async throws {
    #expect(await eventually { (try? await primary.run("SELECT count(*) \(Self.waiting)")) == "\(count)" })
  }

  /// Ends the wait of the newest one.
  fileprivate func end(_ function: String) async throws {
    try await primary.run("SELECT \(function)(pid) \(Self.waiting) ORDER BY xact_start DESC LIMIT 1")
  }

  private static let waiting = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
}
