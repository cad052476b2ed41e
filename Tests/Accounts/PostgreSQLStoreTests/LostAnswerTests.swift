import Identity
import PostgreSQLServers
import Secrets
import TestSupport
import Testing

@testable import PostgreSQLStore
import Store

/// A connection that breaks at any byte loses no answer, and makes none up.
@Suite("A lost answer", .enabled(if: PostgreSQLServer.isWanted, "make test-engines runs it"), .fewAtOnce)
struct LostAnswerTests {
  /// A server, a proxy in the way, and the bytes that one story takes.
  private struct Stage {
    let straight: PostgreSQLStore
    let proxy: FaultyProxy
    let broken: PostgreSQLPlace

    init() async throws {
      let server = try await PostgreSQLServer.shared.value
      let database = try await server.database()
      proxy = try FaultyProxy(to: server)
      straight = PostgreSQLStore(at: try server.place(of: database))
      broken = try server.place(of: database, through: proxy.folder)
    }

    /// The places at which a connection is to break: all in the long run, else a few, and more where the end is near.
    func places(_ direction: FaultyProxy.Direction) -> [Int] {
      let length = proxy.passed(direction)
      let step = max(1, length / LongRun.rounds(30, promised: length))
      return Array(stride(from: 0, to: length - 40, by: step)) + (length - 40..<length)
    }
  }

  @Test(arguments: [FaultyProxy.Direction.up, .down])
  func `A sign-in is on record once, wherever its connection breaks`(_ direction: FaultyProxy.Direction) async throws {
    let stage = try await Stage()
    func signIn(_ number: Int) async throws {
      let (person, source) = Story.person(number)
      let token = SecureToken()
      _ = try await stage.straight.newAccount(person)
      let session = try await PostgreSQLStore(at: stage.broken).signIn(person, from: source, token)
      // Nobody is in who is not on record, once
      #expect(try await stage.straight.verify(token.digest, by: .anybody)?.id == session?.id)
      #expect(try await stage.straight.sessions(of: person).map(\.id) == [session?.id])
      #expect(try await stage.straight.outcomes(of: person) == [.signedIn, .change(.accountAdded)])
    }
    try await signIn(-1)
    for (number, place) in stage.places(direction).enumerated() {
      stage.proxy.plan(.cut, direction, after: place)
      try await signIn(number)
    }
    // And nothing is a failure, or pending; each is at home there
    let state = try await stage.straight.throttleState()
    #expect(state.runs.isEmpty && state.pending.isEmpty)
    #expect(state.pairs.values.allSatisfy { $0.succeeded != nil })
  }

  @Test(arguments: [FaultyProxy.Direction.up, .down])
  func `A failure counts once, wherever its connection breaks`(_ direction: FaultyProxy.Direction) async throws {
    let stage = try await Stage()
    func fail(_ number: Int) async throws {
      let (person, source) = Story.person(number)
      try await PostgreSQLStore(at: stage.broken).fail(person, from: source)
      #expect(try await stage.straight.outcomes(of: person) == [.refused])
    }
    try await fail(-1)
    let places = stage.places(direction)
    for (number, place) in places.enumerated() {
      stage.proxy.plan(.cut, direction, after: place)
      try await fail(number)
    }
    let state = try await stage.straight.throttleState()
    #expect(state.pending.isEmpty)
    #expect(state.runs.values.map(\.failures) == Array(repeating: 1, count: places.count + 1))
  }

  @Test func `A server that is not heard any more after a change is asked on another connection`() async throws {
    let (stage, place) = try await Self.untilLastAnswer()
    stage.proxy.plan(.stall, .down, after: place)
    let (person, source) = Story.person(2)
    let time = try await Story.time {
      _ = try await PostgreSQLStore(at: stage.broken).admit(person, from: source)
    }
    #expect(time < .seconds(20))
    #expect(try await stage.straight.outcomes(of: person) == [.pending])
  }

  @Test func `A server that is lost for good after a change leaves it uncertain`() async throws {
    let (stage, place) = try await Self.untilLastAnswer()
    stage.proxy.plan(.cutForGood, .down, after: place)
    let (person, source) = Story.person(2)
    let store = PostgreSQLStore(at: stage.broken)
    let time = await Story.time {
      #expect(await Story.fault { _ = try await store.admit(person, from: source) } == .uncertain)
    }
    #expect(time < .seconds(20))
    #expect(await Story.fault { _ = try await store.isEmpty() } == .notReached)
    stage.proxy.heal()
    #expect(try await store.outcomes(of: person) == [.pending])
  }

  /// A stage, and how many bytes come down before the last of the answer to an attempt's COMMIT.
  private static func untilLastAnswer() async throws -> (Stage, Int) {
    let stage = try await Stage()
    let (person, source) = Story.person(1)
    _ = try await PostgreSQLStore(at: stage.broken).admit(person, from: source)
    return (stage, stage.proxy.passed(.down) - 8)
  }
}
