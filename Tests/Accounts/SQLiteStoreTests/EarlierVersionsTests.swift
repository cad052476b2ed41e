import Foundation
import Identity
import SQLite
import Secrets
import Store
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("A store of an earlier version")
struct EarlierVersionsTests {
  @Test(arguments: 1..<Schema.steps.count)
  func `is brought up to date with what is in it`(_ version: Int) async throws {
    // Given an account, with an attempt at its email from before it was added, and one since
    let directory = try ScratchDirectory()
    let file = directory.file("signin.db")
    let ann = email("ann@example.com")
    do {
      let db = try Database(path: file.path)
      for step in Schema.steps[..<version] { try db.execute(script: step) }
      try db.execute("PRAGMA user_version = \(version)")
      try db.execute("PRAGMA application_id = \(Schema.applicationID)")
      for time in [1, 3] {
        try db.execute(
          """
          INSERT INTO attempt (at, email, key, tag, outcome, tty, uid, host, program)
          VALUES (?, 'ann@example.com', 'ann@example.com', ?, 'refused', '', 1000, 'castle', 'signin')
          """, [time, ann.searchTag])
        guard time == 1 else { continue }
        try db.execute(
          "INSERT INTO account (email, key, hash, added) VALUES ('ann@example.com', 'ann@example.com', '', 2)")
        let columns: [String] = try db.rows("SELECT name FROM pragma_table_info('account')") { row in try row[0] }
        if columns.contains("since") { try db.execute("UPDATE account SET since = 1") }
      }
    }
    try directory.setMode(0o600, of: "signin.db")
    // When it is opened
    let store = SQLiteStore(file: file)
    let own = try await store.page(of: AttemptQuery(owner: ann), before: nil, limit: 9).attempts
    // Then its owner has the rows since, also under another email, and everything goes on
    #expect(own.map(\.time) == [Timestamp(milliseconds: 3)])
    let new = email("bob@example.com")
    #expect(try await store.rename(ann, to: new, from: .test) == .renamed)
    try await store.settle(store.admit(new), asSignInOf: new)
    let page = try await store.page(of: AttemptQuery(owner: new), before: nil, limit: 9)
    #expect(page.attempts.map(\.outcome) == [.signedIn, .change(.renamed), .refused])
    for _ in 1...5 { _ = try await store.charge(ann, from: .at("there"), under: Throttle(disablingFailure: 0)) }
    #expect(try await store.rows(of: ann).map(\.times) == [5, 1, 1])
    let problems = try await store.read { db in try db.value("PRAGMA integrity_check") as String? }
    #expect(problems == "ok")
  }
}
