import GRDB
import Identity
import TestSupport
import Testing

@testable import IdentitySQLite

@Suite("The plan of a search")
struct AttemptStatementTests {
  private let store = SQLiteStore.inMemory()
  private let ann = email("ann@example.com")

  @Test("An email's attempts are read along their index, without sorting", arguments: [false, true])
  func ofEmail(isCrowded: Bool) async throws {
    let plan = try await plan(AttemptQuery(email: ann), isCrowded: isCrowded)
    #expect(plan == ["SEARCH attempt USING INDEX attempt_key (key=? AND id>? AND id<?)"])
  }

  @Test("In a crowd, long words are looked up in the full-text index, in a range of rows and in their order")
  func ofLongWords() async throws {
    for text in ["castle", "castle moat", "castle 7"] {
      let plan = try await plan(AttemptQuery(email: ann, search: AttemptSearch(text)), isCrowded: true)
      // 192 stands for descending rowids, M5 for a match in the table as a whole, >< for both ends of a range.
      #expect(
        plan == [
          "SCAN attempt_text VIRTUAL TABLE INDEX 192:M5><", "SEARCH attempt USING INTEGER PRIMARY KEY (rowid=?)",
        ])
    }
  }

  @Test("Short words, and few attempts, are compared in a range of the email's rows")
  func ofShortWords() async throws {
    for (text, isCrowded) in [("a 7", true), ("castle", false)] {
      let plan = try await plan(AttemptQuery(email: ann, search: AttemptSearch(text)), isCrowded: isCrowded)
      #expect(plan == ["SEARCH attempt USING INDEX attempt_key (key=? AND id>? AND id<?)"])
    }
  }

  @Test("The words of a search of all emails are compared in a range of rows")
  func ofAll() async throws {
    for text in ["", "castle"] {
      let plan = try await plan(AttemptQuery(email: nil, search: AttemptSearch(text)), isCrowded: false)
      #expect(plan == ["SEARCH attempt USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"])
    }
  }

  private func plan(_ query: AttemptQuery, isCrowded: Bool) async throws -> [String] {
    let statement = AttemptStatement(query, among: 1_000_000...2_000_000, limit: 51, isCrowded: isCrowded)
    return try await store.read { db in
      try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + statement.sql, arguments: statement.arguments)
        .map { try $0.decode(String.self, forColumn: "detail") }
    }
  }
}
