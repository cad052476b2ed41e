import Foundation
import Identity
import PostgreSQLServers
import Synchronization
import TestSupport
import Testing

@testable import IdentityPostgreSQL

/// Pages of the log come from a replica, and lack nothing that anybody was told before.
@Suite("Pages from a replica", .enabled(if: PostgreSQLServer.isWanted, "make test-engines runs it"), .fewAtOnce)
struct ReplicaTests {
  @Test func `One's own attempt is on the next page, a hundred times in turn`() async throws {
    let pair = try await Pair.shared.value
    let followed = try await Followed(pair)
    for number in 1...100 {
      let one = Story.person(number)
      try await followed.store.fail(one.email, from: one.source)
      #expect(try await followed.count() == number)
    }
    // On a busy machine a single page may come from the primary. The replica is used again after it.
    #expect([nil, .used].contains(followed.states.last))
  }

  @Test func `Pages and searches are read at the replica`() async throws {
    let pair = try await Pair.shared.value
    let followed = try await Followed(pair)
    try await followed.store.fail(Story.ann)
    for search in ["", "ann", "an"] {
      let query = AttemptQuery(email: nil, search: AttemptSearch(search))
      let page = try await followed.store.page(of: query, before: nil, limit: 9)
      #expect(page.attempts.count == 1)
    }
    #expect(followed.states == [])
    // The servers count the reads of tables a moment later
    let reads = "SELECT coalesce(sum(idx_scan + seq_scan), 0) > 0 FROM pg_stat_user_tables WHERE relname ~ '^attempt_2'"
    #expect(await eventually { (try? await pair.standby.run(reads, in: followed.database)) == "t" })
  }

  @Test func `A replica that stands still is waited for briefly, and named once`() async throws {
    let pair = try await Pair("late")
    let followed = try await Followed(pair, patience: LogReplica.usualPatience)
    #expect(try await followed.count() == 0)
    try await pair.standby.run("SELECT pg_wal_replay_pause()")
    try await followed.store.fail(Story.ann)
    for _ in 1...3 {
      var count = 0
      let time = try await Story.time { count = try await followed.count() }
      #expect(count == 1 && time < .seconds(3))
    }
    #expect(followed.states == [.late])
    try await pair.standby.run("SELECT pg_wal_replay_resume()")
    #expect(
      await eventually {
        _ = try? await followed.count(); return followed.states == [.late, .used]
      })
  }

  @Test func `While a late replica rests, no page waits for it`() async throws {
    let pair = try await Pair("rests")
    let followed = try await Followed(pair, patience: LogReplica.usualPatience, rest: .seconds(60))
    try await pair.standby.run("SELECT pg_wal_replay_pause()")
    try await followed.store.fail(Story.ann)
    _ = try await followed.count()
    let time = try await Story.time { for _ in 1...20 { _ = try await followed.count() } }
    #expect(time < .seconds(4))
    #expect(followed.states == [.late])
  }

  @Test func `A statement that the replica ends comes from the primary, and others still from there`() async throws {
    let pair = try await Pair("conflict")
    let followed = try await Followed(pair)
    try await followed.store.fail(Story.ann)
    // Given a page that waits at the replica for what it replays
    let owner = try pair.primary.place(of: followed.database, as: "signin_owner")
    let other = try LockHolder("LOCK TABLE signin.attempt IN ACCESS EXCLUSIVE MODE", at: owner)
    try await pair.primary.run("SELECT pg_logical_emit_message(true, 'signin', '')")
    async let count = followed.count()
    // When the replica ends it
    #expect(
      await eventually {
        (try? await pair.standby.end("pg_cancel_backend", waitingIn: followed.database)) == true
      })
    other.release()
    #expect(try await count == 1)
    #expect(followed.states == [])
  }

  @Test
  func `Another database of the same servers is no replica, and a primary that keeps its position gives the pages`()
    async throws
  {
    let pair = try await Pair.shared.value
    let (followed, other) = (try await Followed(pair), try await Followed(pair))
    let wrong = try Followed(pair.primary, followed.database, replica: pair.standby, of: other.database)
    try await wrong.store.fail(Story.ann)
    #expect(try await wrong.count() == 1)
    #expect(wrong.states == [.otherDatabase])
    try await pair.primary.run("REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC", in: followed.database)
    #expect(try await followed.count() == 1)
    #expect(followed.states == [.refused])
  }

  @Test func `A replica that is killed, started, promoted, or another's is believed only while it follows`()
    async throws
  {
    let pair = try await Pair("history")
    let third = try await PostgreSQLServer("history-c", copying: pair.primary)
    let followed = try await Followed(pair)
    // One of another primary says nothing about this one
    let stranger = try await PostgreSQLServer.shared.value
    try await stranger.run("CREATE DATABASE \(followed.database) TEMPLATE template_signin")
    let elsewhere = try Followed(stranger, followed.database, replica: pair.standby)
    try await elsewhere.store.fail(Story.ann)
    #expect(try await elsewhere.count() == 1)
    #expect(elsewhere.states == [.otherDatabase])
    // When it is killed
    #expect(try await followed.count() == 0)
    try await pair.standby.kill()
    try await followed.store.fail(Story.ann)
    for _ in 1...3 { #expect(try await followed.count() == 1) }
    #expect(followed.states == [.gone])
    // And when it is back
    try await pair.standby.start()
    #expect(
      await eventually {
        _ = try? await followed.count(); return followed.states == [.gone, .used]
      })
    // A primary of its own knows nothing of what the other one answers
    let old = try Followed(pair.primary, followed.database, replica: pair.standby)
    #expect(try await old.count() == 1)
    try await pair.standby.run("SELECT pg_promote()")
    try await old.store.fail(Story.ann)
    #expect(try await old.count() == 2)
    #expect(old.states == [.notReplica])
    // And one that still follows the old primary may have come as far, by another history
    let new = try Followed(pair.standby, followed.database, replica: third)
    for number in 1...3 { try await old.store.fail(Story.person(number).email, from: Story.person(number).source) }
    try await new.store.fail(Story.person(4).email)
    #expect(try await new.count() == 2)
    #expect(new.states == [.otherHistory])
  }

  @Test func `A report says what a replica is good for`() async throws {
    let pair = try await Pair("report")
    let database = try await pair.primary.database()
    let (primary, standby) = (try pair.primary.place(of: database), try pair.standby.place(of: database))
    func state() throws -> ReplicaState { try ReplicaReport(of: standby, for: primary).state }
    // Given a primary whose journal ends where a page of it begins
    try await pair.primary.run("SELECT pg_switch_wal()")
    #expect(await eventually { (try? state()) == .used })
    #expect(try ReplicaReport(of: primary, for: primary).state == .notReplica)
    try await pair.standby.run("SELECT pg_wal_replay_pause()")
    try await PostgreSQLStore(at: primary).fail(Story.ann)
    let report = try ReplicaReport(of: standby, for: primary)
    #expect(report.state == .late && report.bytesBehind > 0)
    try await pair.standby.kill()
    #expect(throws: StoreError.server(.notReached, path: standby.name)) { try state() }
  }
}

/// A primary and a server that follows it.
private struct Pair {
  /// The two of the tests that leave them as they are.
  static let shared = Task { try await Pair("followed") }

  let primary: PostgreSQLServer
  let standby: PostgreSQLServer

  init(_ name: String) async throws {
    primary = try await PostgreSQLServer("\(name)-a")
    standby = try await PostgreSQLServer("\(name)-b", copying: primary)
  }
}

/// A store whose pages come from a replica, and the states of the replica that it told.
private final class Followed: Sendable {
  /// As long as a page waits at all. Each new database of another test holds a replica up while it is copied.
  private static let muchPatience = PostgreSQLStore.patience

  let database: String
  let store: PostgreSQLStore
  private let told: Told

  var states: [ReplicaState] { told.states.withLock { $0 } }

  /// A new database of the pair, once the standby has it.
  convenience init(_ pair: Pair, patience: Duration = Followed.muchPatience, rest: Duration = .zero) async throws {
    let database = try await pair.primary.database()
    #expect(await eventually { (try? await pair.standby.run("SELECT 1", in: database)) == "1" })
    try self.init(pair.primary, database, replica: pair.standby, patience: patience, rest: rest)
  }

  /// - Parameter other: The database at the replica, if it is not the same.
  init(
    _ primary: PostgreSQLServer, _ database: String, replica: PostgreSQLServer, of other: String? = nil,
    patience: Duration = Followed.muchPatience, rest: Duration = .zero
  ) throws {
    let told = Told()
    (self.database, self.told) = (database, told)
    let replica = LogReplica(at: try replica.place(of: other ?? database), patience: patience, rest: rest) { state in
      told.states.withLock { $0.append(state) }
    }
    store = PostgreSQLStore(at: try primary.place(of: database), reading: replica)
  }

  /// The attempts on the first page.
  func count() async throws -> Int {
    try await store.page(of: AttemptQuery(email: nil), before: nil, limit: 1_000).attempts.count
  }

  private final class Told: Sendable {
    let states = Mutex<[ReplicaState]>([])
  }
}
