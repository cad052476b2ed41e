import SQLite
import Identity
import TestSupport
import Testing

@testable import IdentitySQLite

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
