import SQLite
import Identity
import TestSupport
import Testing

@testable import SQLiteStore
import Store

@Suite("An outcome of a newer version")
struct UnknownOutcomeTests {
  private let clock = ManualClock()
  private let ann = email("ann@example.com")

  /// A store with a refused attempt, a sign-in, and between them a row that a newer program has written.
  private func store(_ pace: SearchPace) async throws -> SQLiteStore {
    let store = SQLiteStore(at: .memory, clock: clock, pace: pace)
    _ = try await store.newAccount(ann)
    try await store.settle(store.admit(ann), as: .refused)
    let id = try await store.admit(ann)
    try await store.settle(id, as: .refused)
    try await store.write { db in
      try db.execute("DROP TRIGGER attempt_not_changed")
      try db.execute("UPDATE attempt SET outcome = 'Phone-Approved' WHERE id = ?", [id.number])
    }
    try await store.settle(store.admit(ann), asSignInOf: ann)
    return store
  }

  @Test(
    "is shown as its text, and found by it, in the index and by reading",
    arguments: [SearchPace(), SearchPace(firstWidth: 1, greatestWidth: 4, indexedWidth: 4, crowd: 0)])
  func text(pace: SearchPace) async throws {
    let store = try await store(pace)
    let rows = try await store.rows(of: ann).map(\.outcome)
    #expect(rows == [.signedIn, .unknown("Phone-Approved"), .refused, .change(.accountAdded)])
    for text in ["phone", "approved", "PHONE app", "p", "e-a"] {
      for email in [ann, nil] {
        let search = AttemptQuery(email: email, search: AttemptSearch(text) { "translated " + $0.rawValue })
        let found = try await store.page(of: search, before: nil, limit: 9).attempts.map(\.outcome)
        #expect(found.contains(.unknown("Phone-Approved")), "\(text)")
      }
    }
    let other = AttemptQuery(email: ann, search: AttemptSearch("translated"))
    #expect(try await store.page(of: other, before: nil, limit: 9).attempts.isEmpty)
  }

  @Test("is no failure, no sign-in, and can't be settled")
  func meaning() async throws {
    let store = try await store(SearchPace())
    try await store.settle(store.admit(ann), asSignInOf: ann)
    #expect(try await store.previousSignIn(in: AttemptQuery(owner: ann))?.failures == 0)
    let id = try #require(try await store.rows(of: ann).first { $0.outcome == .unknown("Phone-Approved") }?.id)
    #expect(try await store.settle(id, as: .cancelled) == .refused(blockedFor: nil))
    #expect(try await store.rows(of: ann).contains { $0.outcome == .unknown("Phone-Approved") })
  }

  @Test("ends a run of blocked attempts, as every other row does")
  func blocked() async throws {
    let store = SQLiteStore.inMemory(clock: clock)
    for _ in 1...3 { try await store.settle(store.admit(ann), as: .refused) }
    for _ in 1...2 { _ = try await store.charge(ann, from: .at("here"), under: Throttle()) }
    try await store.commit { db in
      _ = try db.insertAttempt(ann, .unknown("Phone-Approved"), from: .at("here"), at: clock.now())
    }
    for _ in 1...3 { _ = try await store.charge(ann, from: .at("here"), under: Throttle()) }
    #expect(try await store.rows(of: ann).prefix(3).map(\.times) == [3, 1, 2])
  }
}
