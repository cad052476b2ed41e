import SQLite
import Identity
import TestSupport
import Testing

@testable import SQLiteStore
import Store

@Suite("The plan of a search")
struct AttemptStatementTests {
  private let store = SQLiteStore.inMemory()
  private let ann = email("ann@example.com")

  @Test("An email's attempts are read along their index, without sorting", arguments: [false, true])
  func ofEmail(looksUp: Bool) async throws {
    let plan = try await plan(AttemptQuery(email: ann), looksUp: looksUp)
    #expect(plan == ["SEARCH attempt USING INDEX attempt_key (key=? AND id>? AND id<?)"])
  }

  @Test(
    "Long words are looked up in the full-text index, in a range of rows and in their order",
    arguments: ["ann@example.com", nil])
  func ofLongWords(address: String?) async throws {
    for text in ["castle", "castle moat", "castle 7"] {
      let query = AttemptQuery(email: address.map { email($0) }, search: AttemptSearch(text))
      // 192 stands for descending rowids, M5 for a match in the table as a whole, one of them for the email, and >< for
      // both ends of a range.
      let matches = address == nil ? "M5" : "M5M5"
      #expect(
        try await plan(query, looksUp: true) == [
          "SCAN attempt_text VIRTUAL TABLE INDEX 192:\(matches)><",
          "SEARCH attempt USING INTEGER PRIMARY KEY (rowid=?)",
        ])
    }
  }

  @Test("Short words, and few attempts, are compared in a range of the email's rows")
  func ofShortWords() async throws {
    for (text, looksUp) in [("a 7", true), ("castle", false)] {
      let plan = try await plan(AttemptQuery(email: ann, search: AttemptSearch(text)), looksUp: looksUp)
      #expect(plan == ["SEARCH attempt USING INDEX attempt_key (key=? AND id>? AND id<?)"])
    }
  }

  @Test("The short words of a search of all emails are compared in a range of rows")
  func ofAll() async throws {
    for text in ["", "a 7"] {
      let plan = try await plan(AttemptQuery(email: nil, search: AttemptSearch(text)), looksUp: true)
      #expect(plan == ["SEARCH attempt USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"])
    }
  }

  @Test("The emails with a word are looked up in the index of the emails, each by its number")
  func ofEmails() async throws {
    let plan = try await store.plan(
      of: """
        SELECT key FROM attempt_email
        WHERE id IN (SELECT rowid FROM attempt_email_text WHERE attempt_email_text MATCH 'castle' LIMIT 9)
        """)
    #expect(plan.first == "SEARCH attempt_email USING INTEGER PRIMARY KEY (rowid=?)")
  }

  private func plan(_ query: AttemptQuery, looksUp: Bool) async throws -> [String] {
    let statement = try await store.read { db in
      AttemptStatement(
        query, among: 1_000_000...2_000_000, limit: 51, by: looksUp ? try IndexedWords(query, in: db) : nil)
    }
    return try await store.plan(of: statement.statement)
  }
}
