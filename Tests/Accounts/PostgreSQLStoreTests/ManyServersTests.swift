import Identity
import PostgreSQLServers
import Secrets
import TestSupport
import Testing
import Unix

@testable import PostgreSQLStore
import Store

/// Many services keep one store. None of them sees another, and the throttle is one.
@Suite("Many servers", .enabled(if: PostgreSQLServer.isWanted, "make test-engines runs it"), .fewAtOnce)
struct ManyServersTests {
  private static let count = 20

  /// Runs `body` for each of `stores`, all at once. On a busy machine some wait for too long: then nothing is recorded,
  /// and they ask again.
  private static func atOnce<R: Sendable>(
    _ stores: [PostgreSQLStore], _ body: @escaping @Sendable (Int, PostgreSQLStore) async throws -> R
  ) async throws -> [R] {
    let threads = try WorkThreads(count: stores.count)
    return try await withThrowingTaskGroup(of: R.self) { group in
      for (number, store) in stores.enumerated() {
        group.addTask(executorPreference: threads) {
          while true {
            do {
              return try await body(number, store)
            } catch StoreError.database(let fault, _) where fault == .busy || fault == .tooSlow {
              continue
            }
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test func `Twenty servers that guess at one email get as many attempts as one server`() async throws {
    let clock = ManualClock()
    let place = try await PostgreSQLServer.shared.value.place()
    let stores = (0..<Self.count).map { _ in PostgreSQLStore(at: place, clock: clock) }
    var admissions: [Int] = []
    for block in [1, 2, 4, 8] {
      // When all make an attempt at once
      let charges = try await Self.atOnce(stores) { number, store in
        try await store.charge(Story.ann, from: .at("host\(number)"), under: Throttle())
      }
      let admitted = charges.compactMap { if case .admitted(let admission) = $0 { admission.attempt } else { nil } }
      admissions.append(admitted.count)
      // Then those fail that were admitted, and all are blocked for the same time
      _ = try await Self.atOnce(Array(stores.prefix(admitted.count))) { number, store in
        try await store.settle(admitted[number], as: .refused)
      }
      let blocked = try await Self.atOnce(stores) { number, store in
        try await store.charge(Story.ann, from: .at("host\(number)"), under: Throttle())
      }
      #expect(blocked == Array(repeating: .blocked(seconds: block), count: Self.count))
      clock.advance(by: .seconds(block))
    }
    #expect(admissions == [3, 1, 1, 1])
    let outcomes = try await stores[0].outcomes(of: Story.ann)
    #expect(outcomes.count { $0 == .refused } == 6)
  }

  @Test func `Servers that do everything at once to the same few people never lock each other out`() async throws {
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.database()
    let place = try server.place(of: database)
    let clock = ManualClock()
    let stores = (0..<Self.count).map { _ in PostgreSQLStore(at: place, clock: clock) }
    let people = (0..<3).map { Story.person($0).email }
    for person in people { _ = try await stores[0].newAccount(person) }
    _ = try await Self.atOnce(stores) { number, store in
      var random = SeededGenerator(seed: UInt64(number + 1))
      for _ in 0..<LongRun.rounds(20, promised: 2_000) {
        do {
          try await Self.doAnything(to: people, at: store, clock, &random)
        } catch StoreError.database(let fault, _) where fault == .busy || fault == .tooSlow {
          // It waited for too long.
        }
      }
    }
    for store in stores { await store.close() }
    #expect(try await server.run("SELECT count(*) FROM signin.attempt", in: database) != "0")
    let deadlock = try server.log().split(separator: "deadlock detected").dropFirst().first
    #expect(deadlock == nil, "\(deadlock?.prefix(3_000) ?? "")")
  }

  /// Does one of the things that change rows which others may be changing.
  private static func doAnything(
    to people: [EmailAddress], at store: PostgreSQLStore, _ clock: ManualClock, _ random: inout SeededGenerator
  ) async throws {
    guard let person = people.randomElement(using: &random) else { return }
    let source = Story.person(.random(in: 0..<3, using: &random)).source
    switch Int.random(in: 0..<12, using: &random) {
    case 0: clock.advance(by: .seconds(25))
    case 1: clock.advance(by: .seconds(.random(in: 0...1, using: &random) * 46_000))
    case 2: _ = try await store.change(person, .unlock, from: source)
    case 3: _ = try await store.clear(.uid(source.uid))
    case 4: _ = try await store.clear(.all)
    case 5: _ = try await store.revoke(.all, from: source)
    case 6: _ = try await store.revoke(.allOf(person), from: source)
    case 7: _ = try await store.sessions(of: nil)
    default:
      guard case .admitted(let admission) = try await store.charge(person, from: source, under: .none),
        let account = admission.account
      else { return }
      let token = SecureToken()
      switch Int.random(in: 0..<4, using: &random) {
      case 0: break  // Its program was killed.
      case 1: try await store.settle(admission.attempt, as: .refused)
      default:
        let opening = NewSession(token: token.digest, lifetime: SessionLifetime(idle: .seconds(60)), uid: nil)
        try await store.settle(admission.attempt, as: .signedIn(account, opening: opening))
        _ = try await store.verify(token.digest, by: .anybody)
      }
    }
  }
}
