import SQLite
import Identity
import TestSupport
import Testing

@testable import SQLiteStore
import Store

@Suite("Old attempts")
struct PruningTests {
  private let clock = ManualClock()
  private let ann = email("ann@example.com")

  @Test("are removed a few at a time after the retention time, and are no longer found")
  func pruned() async throws {
    // Given twenty attempts in a store that keeps them for a day
    let store = SQLiteStore(at: .memory, clock: clock, retention: .seconds(86_400))
    for number in 1...20 { try await attempt(store, from: "old\(number)") }
    // When exactly a day has passed, then the next attempt removes none
    clock.advance(by: .seconds(86_400))
    try await attempt(store, from: "new")
    #expect(try await hosts(store).count == 21)
    // When more than a day has passed, then each further attempt removes eight, the oldest first
    clock.advance(by: .milliseconds(1))
    try await attempt(store, from: "new")
    #expect(try await hosts(store).suffix(2) == ["old10", "old9"])
    try await attempt(store, from: "new")
    try await attempt(store, from: "new")
    #expect(try await hosts(store) == ["new", "new", "new", "new"])
    #expect(try await hosts(store, search: "old").isEmpty)
    // And the full-text index has followed
    try await store.write { db in
      try db.execute("INSERT INTO attempt_text (attempt_text, rank) VALUES ('integrity-check', 1)")
    }
  }

  @Test("can be removed without ending a block: failures are counted apart from the log")
  func throttleStays() async throws {
    let store = SQLiteStore(at: .memory, clock: clock, retention: .seconds(1))
    for host in 1...6 {
      guard case .admitted(let admission) = try await store.charge(ann, from: .at("host\(host)"), under: Throttle())
      else {
        throw AttemptBlocked()
      }
      try await store.settle(admission.attempt, as: .refused)
      if host < 6 { clock.advance(by: .seconds(5)) }
    }
    #expect(try await store.charge(ann, from: .at("host7"), under: Throttle()) == .blocked(seconds: 8))
    #expect(try await hosts(store).count < 7)
  }

  @Test("are never removed by default")
  func kept() async throws {
    let store = SQLiteStore.inMemory(clock: clock)
    try await attempt(store, from: "old")
    clock.advance(by: .seconds(100 * 365 * 86_400))
    try await attempt(store, from: "new")
    #expect(try await hosts(store) == ["new", "old"])
  }

  private func attempt(_ store: SQLiteStore, from host: String) async throws {
    guard case .admitted(let admission) = try await store.charge(ann, from: .at(host), under: .none) else { return }
    try await store.settle(admission.attempt, as: .refused)
  }

  private func hosts(_ store: SQLiteStore, search: String = "") async throws -> [String] {
    let query = AttemptQuery(email: ann, search: AttemptSearch(search))
    return try await store.page(of: query, before: nil, limit: 100).attempts.map(\.source.host)
  }
}
