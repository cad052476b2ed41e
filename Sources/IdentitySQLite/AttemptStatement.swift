import GRDB
import Identity

/// The SQL that finds attempts in a slice of the log.
///
/// Where an email has many attempts, words of three letters and more are looked up in the full-text index: a trigram is the
/// least that it knows. Shorter words, those of who searches the attempts of all emails, and all where there are few attempts,
/// are compared row by row.
struct AttemptStatement: Sendable {
  let sql: String
  let arguments: StatementArguments

  /// The newest attempts that `query` asks for among those with such `numbers`, at most `limit`.
  /// - Parameter isCrowded: Whether the email has many attempts there.
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
      // A cross join is SQLite's way to say which table comes first.
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
    try Row.fetchAll(db, sql: sql, arguments: arguments).map(Attempt.init)
  }

  /// What an attempt is searched in.
  private static let columns = ["outcome", "tty", "host", "program"]

  /// The account's tag, and every word in one of the columns.
  private static func expression(_ words: [String], _ search: AttemptSearch, of email: EmailAddress) -> String {
    let phrases = words.map { word in
      let phrase = word.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      let outcomes = search.outcomes(named: word).map { " OR outcome : \"\($0.rawValue)\"" }
      return "(\"\(phrase)\"\(outcomes.joined()))"
    }
    return
      "tag : \"\(email.searchTag)\" AND {\(columns.joined(separator: " "))} : (\(phrases.joined(separator: " AND ")))"
  }

  /// LIKE takes the letters of ASCII for the same in either case; of others both have to be asked for.
  private static func patterns(_ word: String) -> [String] {
    let cases = word.utf8.allSatisfy { $0 < 0x80 } ? [word] : [word.lowercased(), word.uppercased()]
    return cases.map { word in
      "%" + word.map { "!%_".contains($0) ? "!\($0)" : String($0) }.joined() + "%"
    }
  }
}
