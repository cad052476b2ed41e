import SQLite
import Identity
import TestSupport
import Testing

@testable import SQLiteStore
import Store

@Suite("A search over everybody's attempts")
struct SearchOverEverybodyTests {
  private let clock = ManualClock()
  // Slices of 16 to 64 numbers.
  private let pace = SearchPace(firstWidth: 16, greatestWidth: 64, indexedWidth: 256, crowd: 5)
  private let ann = email("Ann@Example.com")

  @Test(
    "finds by the index what reading each row finds, in the same order and pages", arguments: 0..<4 as Range<UInt64>)
  func bothWays(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    // Given a random log, of more emails than a search looks up
    let store = SQLiteStore(at: .memory, clock: clock, pace: pace)
    let log = (1...250).map { _ in RandomRow(&random) }
    for row in log { try await store.write { db in try row.insert(db) } }
    for _ in 1...30 {
      // When random words are searched for
      let text = RandomRow.search(in: log, &random)
      let search = AttemptSearch(text) { $0 == .refused ? "Zürückgewiesen" : $0.rawValue }
      for person in [nil, log.first?.email] {
        let query = AttemptQuery(email: person, search: search)
        // Then the pages hold what a comparison of all rows finds
        let all = try await store.read { db in
          try AttemptStatement(query, among: .min ... .max, limit: .max, by: nil).fetch(db)
        }
        #expect(try await store.numbers(of: query) == all.map(\.id.number), "“\(text)” of \(person?.text ?? "all")")
      }
    }
  }

  @Test("finds a word of an email as it was typed, in any case, as long as it has attempts")
  func emails() async throws {
    let store = SQLiteStore(at: .memory, clock: clock, retention: .seconds(60))
    // Given two attempts of Ann
    for _ in 1...2 { try await store.recordSignOut(of: ann, from: .at("here")) }
    try await store.recordSignOut(of: email("bob@example.com"), from: .at("there"))
    // Then each word of her email finds them, and other words must match too
    for text in ["ANN", "ann@ex", "nn@ here", "ann signed-out", "ann example"] {
      #expect(try await store.numbers(of: AttemptQuery(email: nil, search: AttemptSearch(text))) == [2, 1], "\(text)")
    }
    #expect(try await store.numbers(of: AttemptQuery(email: nil, search: AttemptSearch("ann there"))).isEmpty)
    #expect(try await store.emails() == ["ann@example.com", "bob@example.com"])
    // When her attempts are removed because they are old
    clock.advance(by: .seconds(61))
    _ = try await store.charge(email("carl@example.com"), from: .at("here"), under: Throttle())
    // Then so is her email
    #expect(try await store.emails() == ["carl@example.com"])
    #expect(try await store.numbers(of: AttemptQuery(email: nil, search: AttemptSearch("ann"))).isEmpty)
  }

  @Test("follows an attempt by a name that turned out to be an account's")
  func renamed() async throws {
    let store = SQLiteStore(at: .memory, clock: clock)
    try await store.recordSignOut(of: email("name@host.example"), from: .at("here"))
    for (key, tag) in [(ann.key, ann.searchTag), (email("bob@example.com").key, email("bob@example.com").searchTag)] {
      try await store.write { db in
        try db.execute("DROP TRIGGER IF EXISTS attempt_not_changed")
        try db.execute(
          "UPDATE attempt SET email = ?1, key = ?1, tag = ?2, outcome = 'signed-in'", [key, tag])
      }
      #expect(try await store.emails() == [key])
      #expect(
        try await store.numbers(of: AttemptQuery(email: nil, search: AttemptSearch(String(key.prefix(4))))) == [1])
    }
    #expect(try await store.numbers(of: AttemptQuery(email: nil, search: AttemptSearch("name"))).isEmpty)
  }

  @Test("never shows the attempts of another email with the same tag")
  func sameTag() async throws {
    let store = SQLiteStore(at: .memory, clock: clock)
    try await store.recordSignOut(of: ann, from: .at("here"))
    // Given a row with Ann's tag and another email
    try await store.write { [ann] db in
      try db.execute(
        """
        INSERT INTO attempt (at, email, key, tag, outcome, tty, uid, host, program)
        VALUES (1, 'zoe@example.com', 'zoe@example.com', ?, 'refused', '', 0, '', '')
        """, [ann.searchTag])
    }
    #expect(try await store.numbers(of: AttemptQuery(email: nil, search: AttemptSearch("ann@"))) == [1])
  }
}

extension SQLiteStore {
  /// The numbers of all attempts of `query`, read in pages of seven.
  fileprivate func numbers(of query: AttemptQuery) async throws -> [Int64] {
    var numbers: [Int64] = []
    var last: AttemptID?
    repeat {
      let page = try await page(of: query, before: last, limit: 7)
      numbers += page.attempts.map(\.id.number)
      last = page.next
    } while last != nil
    return numbers
  }

  /// The emails of the log, in their index too.
  fileprivate func emails() async throws -> [String] {
    try await write { db in
      try db.execute("INSERT INTO attempt_email_text (attempt_email_text, rank) VALUES ('integrity-check', 1)")
      return try db.rows("SELECT key FROM attempt_email ORDER BY key") { row in try row[0] as String }
    }
  }
}

/// An attempt of random texts. They have few letters, so many words are in several of them.
private struct RandomRow {
  let email: EmailAddress
  let outcome: AttemptOutcome
  let host: String
  let program: String

  init(_ random: inout SeededGenerator) {
    let name = Int.random(in: 0..<4, using: &random) > 0 ? "ab\(Int.random(in: 1...200, using: &random))" : "Castle"
    email = TestSupport.email("\(name)@example.com")
    outcome = [.refused, .signedIn, .throttled, .pending].randomElement(using: &random) ?? .refused
    host = Self.text(of: 0...8, &random)
    program = Self.text(of: 2...4, &random)
  }

  private static func text(of lengths: ClosedRange<Int>, _ random: inout SeededGenerator) -> String {
    String(
      (0..<Int.random(in: lengths, using: &random)).map { _ in "abABüÜß%\".1".randomElement(using: &random) ?? "a" })
  }

  func insert(_ db: Database) throws {
    try db.execute(
      """
      INSERT INTO attempt (at, email, key, tag, outcome, tty, uid, host, program)
      VALUES (1, ?, ?, ?, ?, 'pts/7', 1000, ?, ?)
      """,
      [email.text, email.key, email.searchTag, outcome.rawValue, host, program])
  }

  /// One to three words: parts of rows, some of them changed.
  static func search(in log: [RandomRow], _ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in
      guard let row = log.randomElement(using: &random) else { return "" }
      let texts = [row.email.text, row.outcome.rawValue, "zürückgewiesen", row.host, row.program, "pts/7"]
      let text = texts.randomElement(using: &random) ?? ""
      let part = text.dropFirst(Int.random(in: 0...3, using: &random)).prefix(Int.random(in: 1...6, using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return part.uppercased()
      case 1: return part + "x"
      default: return String(part)
      }
    }.joined(separator: " ")
  }
}
