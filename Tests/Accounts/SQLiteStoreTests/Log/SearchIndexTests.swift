import SQLite
import Identity
import TestSupport
import Testing

@testable import SQLiteStore
import Store

@Suite("The full-text index of the attempts")
struct SearchIndexTests {
  private let store = SQLiteStore.inMemory()
  private let ann = email("ann@example.com")

  @Test("tags an account with three letters that never change")
  func tags() {
    // The letters are part of the schema: with others, the rows of old stores would not be found.
    #expect(email("ann@example.com").searchTag == "飅垺騟")
    #expect(email("BOB@example.com").searchTag == email("bob@example.com").searchTag)
    #expect(email("bob@example.com").searchTag != email("ann@example.com").searchTag)
    for number in 0..<1_000 {
      let tag = email("user\(number)@example.com").searchTag
      #expect(tag.unicodeScalars.count == 3)
      #expect(tag.unicodeScalars.allSatisfy { $0.properties.isIdeographic })
    }
  }

  @Test("finds any three letters of host, terminal, program and outcome, of one account only")
  func finds() async throws {
    try await store.charge(ann, from: .at("Castle.example.net"))
    try await store.charge(email("bob@example.com"), from: .at("castle.example.net"))
    for term in ["ast", "CASTLE", "pts/1", "gni", "pend"] {
      #expect(try await store.matches(ann, term) == [1], "for \(term)")
    }
    for term in ["ann", "bob", "refused"] {
      #expect(try await store.matches(ann, term).isEmpty, "for \(term)")
    }
  }

  @Test("follows the outcome of an attempt")
  func followsOutcome() async throws {
    let id = try await store.charge(ann, from: .at("here"))
    try await store.settle(id, as: .refused)
    #expect(try await store.matches(ann, "pending").isEmpty)
    #expect(try await store.matches(ann, "refused") == [id.number])
  }

  @Test("looks up known outcomes only, so a text in their place finds no rows of others", arguments: [true, false])
  func hostileOutcome(byOwner: Bool) async throws {
    // Given a row of Bob, and a search of Ann with a text that leaves its quotes
    try await store.charge(ann, from: .at("here"))
    try await store.charge(email("bob@example.com"), from: .at("castle.example.net"))
    let text = "x\")) OR (tag : \"\(email("bob@example.com").searchTag)\" AND {tty} : (\"pts"
    let search = AttemptSearch([(word: "nowhere", outcomes: [AttemptOutcome(rawValue: text)])])
    let query = byOwner ? AttemptQuery(owner: ann, search: search) : AttemptQuery(email: ann, search: search)
    // Then the index finds nothing
    let found = try await store.read { db in
      let indexed = try #require(try IndexedWords(query, in: db))
      return try db.newestMatch(indexed.expression, among: 1...9)
    }
    #expect(found == nil)
  }

  @Test("is asked in its own syntax, whatever is in a word or an outcome: nothing looks like damage")
  func quotes() async throws {
    let crowded = SQLiteStore(
      at: .memory, clock: ManualClock(), pace: SearchPace(firstWidth: 4, greatestWidth: 4, indexedWidth: 4, crowd: 0))
    for _ in 1...2 { try await crowded.charge(ann, from: .at("castle")) }
    for text in ["no\"thing", "no\"\"thing", "\"\"\"", "NEAR(\"a", "x\" OR *", "^{tag}: ("] {
      let search = AttemptSearch([(word: text, outcomes: [AttemptOutcome(rawValue: text)])])
      let page = try await crowded.page(of: AttemptQuery(email: ann, search: search), before: nil, limit: 9)
      #expect(page.attempts.isEmpty, "for \(text)")
    }
    let search = AttemptSearch([(word: "wartend", outcomes: [.pending])])
    let page = try await crowded.page(of: AttemptQuery(email: ann, search: search), before: nil, limit: 9)
    #expect(page.attempts.count == 2)
  }

  @Test("removes deleted rows, and stays whole")
  func forgetsDeleted() async throws {
    let id = try await store.charge(ann, from: .at("here"))
    try await store.settle(id, as: .refused)
    try await store.charge(ann, from: .at("there"))
    try await store.write { db in
      try db.execute("DROP TRIGGER attempt_not_removed")
      try db.execute("DELETE FROM attempt WHERE id = 1")
    }
    #expect(try await store.matches(ann, "here") == [2])
    try await store.write { db in
      try db.execute("INSERT INTO attempt_text (attempt_text, rank) VALUES ('integrity-check', 1)")
    }
  }
}

extension SQLiteStore {
  @discardableResult
  fileprivate func charge(_ email: EmailAddress, from source: AttemptSource) async throws -> AttemptID {
    guard case .admitted(let admission) = try await charge(email, from: source, under: Throttle()) else {
      throw AttemptBlocked()
    }
    return admission.attempt
  }

  /// The numbers of the rows of `email` that contain `term`, according to the index.
  fileprivate func matches(_ email: EmailAddress, _ term: String) async throws -> [Int64] {
    try await read { db in
      try db.rows(
        "SELECT rowid FROM attempt_text WHERE attempt_text MATCH ? ORDER BY rowid DESC",
        ["tag : \"\(email.searchTag)\" AND {outcome tty host program} : \"\(term)\""]
      ) { row in try row[0] }
    }
  }
}
