import GRDB
import Identity

/// The SQL that finds attempts in a slice of the log.
///
/// For an email with many attempts, the full-text index finds words of three letters and more, because it knows
/// trigrams. All other words are compared row by row: shorter ones, those of a search over all emails, and those of an
/// email with few attempts. See Decisions/0010-search-by-slices.md.
struct AttemptStatement: Sendable {
  let sql: String
  let arguments: StatementArguments

  /// At most `limit` attempts that match `query` and have a number in `numbers`, the newest first.
  /// - Parameter isCrowded: Whether the email has many attempts among the `numbers`.
  init(_ query: AttemptQuery, among numbers: ClosedRange<Int64>, limit: Int, isCrowded: Bool) {
    var conditions: [String] = []
    var arguments: StatementArguments = []
    func require(_ condition: String, _ values: StatementArguments) {
      conditions.append(condition)
      arguments += values
    }

    let indexed = isCrowded ? query.search.words.filter { $0.unicodeScalars.count >= 3 } : []
    let tables: String
    if let email = query.email, !indexed.isEmpty {
      // A cross join tells SQLite which table comes first.
      tables = "attempt_text CROSS JOIN attempt ON id = attempt_text.rowid"
      require("attempt_text MATCH ?", [Self.expression(indexed, query.search, of: email)])
      require("attempt_text.rowid BETWEEN ? AND ?", [numbers.lowerBound, numbers.upperBound])
    } else {
      tables = "attempt"
      require("id BETWEEN ? AND ?", [numbers.lowerBound, numbers.upperBound])
    }
    if let email = query.email { require("key = ?", [email.key]) }
    for word in query.search.words where !indexed.contains(word) {
      let patterns = Self.patterns(word)
      let columns = Self.columns + (query.email == nil ? ["email"] : [])
      let outcomes = query.search.outcomes(named: word).map(\.rawValue)
      let comparisons =
        columns.flatMap { column in patterns.map { _ in "attempt.\(column) LIKE ? ESCAPE '!'" } }
        + outcomes.map { _ in "attempt.outcome = ?" }
      require(
        "(\(comparisons.joined(separator: " OR ")))", StatementArguments(columns.flatMap { _ in patterns } + outcomes))
    }
    sql = """
      SELECT \(Attempt.columns.split(separator: ", ").map { "attempt.\($0)" }.joined(separator: ", ")) FROM \(tables)
      WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(indexed.isEmpty ? "id" : "attempt_text.rowid") DESC LIMIT ?
      """
    self.arguments = arguments + [limit]
  }

  func fetch(_ db: Database) throws -> [Attempt] {
    // One row after the other: a row that is kept would be copied first.
    try Array(Row.fetchCursor(db, sql: sql, arguments: arguments).map(Attempt.init))
  }

  /// The columns that a search looks in.
  private static let columns = ["outcome", "tty", "host", "program"]

  /// The tag of the email, and every word in one of the columns.
  private static func expression(_ words: [String], _ search: AttemptSearch, of email: EmailAddress) -> String {
    let phrases = words.map { word in
      let phrase = word.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      let outcomes = search.outcomes(named: word).map { " OR outcome : ^\"\($0.rawValue)\"" }
      return "(\"\(phrase)\"\(outcomes.joined()))"
    }
    return
      "tag : \"\(email.searchTag)\" AND {\(columns.joined(separator: " "))} : (\(phrases.joined(separator: " AND ")))"
  }

  /// LIKE ignores the case of ASCII letters only. Other letters need both cases.
  private static func patterns(_ word: String) -> [String] {
    let cases = word.utf8.allSatisfy { $0 < 0x80 } ? [word] : [word.lowercased(), word.uppercased()]
    return cases.map { word in
      "%" + word.map { "!%_".contains($0) ? "!\($0)" : String($0) }.joined() + "%"
    }
  }
}
