import SQLite
import Identity

/// The SQL that finds attempts in a slice of the log.
///
/// The full-text index finds words of three letters and more, if the email has many attempts. Each row is compared with all
/// words in any case: two emails can have one tag, and the index also finds letters beyond ASCII in another case. See
/// Decisions/0134-search-over-everybody.md.
struct AttemptStatement: Sendable {
  let sql: String
  let values: [any ColumnValue & Sendable]

  /// At most `limit` attempts that match `query` and have a number in `numbers`, the newest first.
  /// - Parameter indexed: The words to look up, or nil to read the rows.
  init(_ query: AttemptQuery, among numbers: ClosedRange<Int64>, limit: Int, by indexed: IndexedWords?) {
    var conditions: [String] = []
    var values: [any ColumnValue & Sendable] = []
    func require(_ condition: String, _ more: [any ColumnValue & Sendable]) {
      conditions.append(condition)
      values += more
    }

    let (tables, number): (String, String)
    if let indexed {
      // A cross join tells SQLite which table comes first.
      (tables, number) = ("attempt_text CROSS JOIN attempt ON id = attempt_text.rowid", "attempt_text.rowid")
      if let owner = indexed.owner { require("attempt_text MATCH ?", [owner]) }
      require("attempt_text MATCH ?", [indexed.expression])
    } else {
      (tables, number) = ("attempt", "id")
    }
    require("\(number) BETWEEN ? AND ?", [numbers.lowerBound, numbers.upperBound])
    if let email = query.email { require("key = ?", [email.key]) }
    for word in query.search.words {
      let patterns = Self.patterns(word)
      let columns = ["outcome", "tty", "host", "program"] + (query.email == nil ? ["email"] : [])
      let times = query.search.times(of: word)
      let ranges = times?.ranges ?? []
      let moments = ranges.flatMap { [$0.lowerBound.milliseconds, $0.upperBound.milliseconds] }
      let inTime = ranges.map { _ in "attempt.at >= ? AND attempt.at < ?" }
      if times?.isOnlyDate == true {
        require("(\((inTime + ["FALSE"]).joined(separator: " OR ")))", moments)
        continue
      }
      let outcomes = query.search.outcomes(named: word).map(\.rawValue)
      let comparisons =
        columns.flatMap { column in patterns.map { _ in "attempt.\(column) LIKE ? ESCAPE '!'" } }
        + outcomes.map { _ in "attempt.outcome = ?" } + inTime
      require(
        "(\(comparisons.joined(separator: " OR ")))", columns.flatMap { _ in patterns } + outcomes + moments)
    }
    sql = """
      SELECT \(Attempt.columns.split(separator: ", ").map { "attempt.\($0)" }.joined(separator: ", ")) FROM \(tables)
      WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(number) DESC LIMIT ?
      """
    self.values = values + [limit]
  }

  func fetch(_ db: Database) throws -> [Attempt] {
    try db.rows(sql, values, Attempt.init)
  }

  private static func patterns(_ word: String) -> [String] {
    word.likeCases.map { word in
      "%" + word.map { "!%_".contains($0) ? "!\($0)" : String($0) }.joined() + "%"
    }
  }
}
