public import Identity

extension PostgreSQLStore {
  /// Returns at most `limit` of the attempts that match `query`, newest first, starting with the newest one before
  /// `id`.
  ///
  /// A search goes through the log slice by slice, and checks between two slices whether it was cancelled. If the first
  /// two do not fill the page, the words are rare. The index is asked then, for a few attempts in any order. See
  /// Decisions/0134-search-over-everybody.md.
  public func page(
    of query: AttemptQuery, before id: AttemptID?, limit: Int
  ) async throws(StoreError) -> AttemptPage {
    let limit = min(max(1, limit), Self.longestPage)
    if let owner = query.member, try await read(OwnerCondition(owner, at: clock).query).isEmpty {
      throw .service(.sessionEnded)
    }
    let condition = AttemptCondition(try await resolved(query), at: clock)
    if query.search.isEmpty {
      return AttemptPage(try await attempts(condition, before: id, limit: limit + 1), limit: limit)
    }
    var (end, width, found) = (id, Self.firstWidth, [Attempt]())
    while found.count <= limit {
      guard let start = try await start(ofSliceBefore: end, width: width) else {
        return AttemptPage(attempts: found, next: nil)
      }
      found += try await attempts(condition, from: start, before: end, limit: limit + 1 - found.count)
      (end, width) = (start, min(width * 2, Self.greatestWidth))
      if let earliest = query.search.earliest, start.time < earliest { return AttemptPage(found, limit: limit) }
      if width == Self.firstWidth * 4, condition.hasIndexedWords, found.count <= limit,
        let few = try await fewAttempts(condition, before: end)
      {
        return AttemptPage(found + few, limit: limit)
      }
      if Task.isCancelled && found.count <= limit { return AttemptPage(attempts: found, next: start) }
    }
    return AttemptPage(found, limit: limit)
  }

  /// The most attempts on a page. A caller that wants more requests the next page.
  private static let longestPage = 10_000
  /// The rows in the first slice of a search. Each further one is twice as wide.
  private static let firstWidth = 1 << 13
  /// The most rows in a slice.
  private static let greatestWidth = 1 << 17
  /// The attempts that a search by the index may find. If there are more, they are common, and slices find them fast.
  private static let few = 1_000

  /// The attempts that match, newest first, if there are few.
  private func fewAttempts(
    _ condition: AttemptCondition, before end: AttemptID?
  ) async throws(StoreError) -> [Attempt]? {
    var condition = condition
    condition.require(before: end)
    // Materialized, because the server would otherwise read the log in its order, and test each row.
    let rows = try await readPage(
      Statement(
        """
        WITH found AS MATERIALIZED (SELECT * FROM signin.attempt WHERE \(condition.sql) LIMIT \(Self.few + 1))
        SELECT \(Attempt.columns) FROM found ORDER BY found.logged DESC, id DESC
        """, condition.values))
    let attempts = try decoded { try rows.map(Attempt.init) }
    return attempts.count <= Self.few ? attempts : nil
  }

  private func attempts(
    _ condition: AttemptCondition, from start: AttemptID? = nil, before end: AttemptID?, limit: Int
  ) async throws(StoreError) -> [Attempt] {
    var condition = condition
    condition.require(before: end)
    condition.require(from: start)
    let rows = try await readPage(
      Statement(
        """
        SELECT \(Attempt.columns) FROM signin.attempt WHERE \(condition.sql)
        ORDER BY attempt.logged DESC, id DESC LIMIT \(limit)
        """, condition.values))
    return try decoded { try rows.map(Attempt.init) }
  }

  /// The oldest attempt of a slice: `width` rows of the log, or fewer at its beginning. Nil if there are none.
  private func start(
    ofSliceBefore end: AttemptID?, width: Int
  ) async throws(StoreError) -> AttemptID? {
    var condition = AttemptCondition()
    condition.require(before: end)
    let rows = try await readPage(
      Statement(
        """
        SELECT id, signin.ms(logged) AS logged FROM (
          SELECT id, logged FROM signin.attempt WHERE \(condition.sql) ORDER BY logged DESC, id DESC LIMIT \(width)
        ) AS slice ORDER BY slice.logged, id LIMIT 1
        """, condition.values))
    return try decoded { try rows.first.map(AttemptID.init) }
  }
}

extension AttemptPage {
  /// A page of `found`, which has one attempt more if there is another page.
  fileprivate init(_ found: [Attempt], limit: Int) {
    self.init(attempts: Array(found.prefix(limit)), next: found.count > limit ? found[limit - 1].id : nil)
  }
}

extension String {
  fileprivate var loweredASCII: String {
    String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

/// The SQL that chooses attempts.
private struct AttemptCondition {
  private var conditions = ["true"]
  private(set) var values: [Value] = []
  /// Whether the index knows a word: it knows groups of three letters.
  let hasIndexedWords: Bool

  var sql: String { conditions.joined(separator: " AND ") }

  /// All attempts.
  init() { hasIndexedWords = false }

  /// - Parameter clock: The clock of a test. Nil for the server's own.
  init(_ query: AttemptQuery, at clock: (any WallClock)?) {
    hasIndexedWords = query.search.words.contains {
      $0.unicodeScalars.count >= 3 && query.search.times(of: $0) == nil
    }
    if let email = query.email {
      let key = value(Value(email.key))
      conditions.append("key = \(key)")
      switch (query.reader, query.member) {
      case (.administrator, _): break
      case (.owner, nil): conditions.append("id > (SELECT since FROM signin.account WHERE account.key = \(key))")
      case (.owner, let owner?):
        // In each statement, because the account may change between two of them.
        let owner = OwnerCondition(owner, at: clock, firstValue: values.count + 1)
        conditions.append("id > (\(owner.query.sql))")
        values += owner.query.values
      }
    }
    for word in query.search.words {
      let times = query.search.times(of: word)
      let inTime = (times?.ranges ?? []).map { range in
        let (from, until) = (Value(range.lowerBound.milliseconds), Value(range.upperBound.milliseconds))
        return "attempt.at >= signin.at(\(value(from))) AND attempt.at < signin.at(\(value(until)))"
      }
      if times?.isOnlyDate == true {
        conditions.append("(" + (inTime + ["false"]).joined(separator: " OR ") + ")")
        continue
      }
      let patterns = Self.patterns(word).map { value(Value($0)) }
      // Both are in lower case.
      let columns = ["texts"] + (query.email == nil ? ["key"] : [])
      let outcomes = query.search.outcomes(named: word).map { "outcome = " + value(Value($0.rawValue)) }
      let comparisons = columns.flatMap { column in patterns.map { "attempt.\(column) LIKE \($0) ESCAPE '!'" } }
      conditions.append("(" + (comparisons + outcomes + inTime).joined(separator: " OR ") + ")")
    }
  }

  mutating func require(before end: AttemptID?) {
    if let end { conditions.append("(attempt.logged, id) < \(place(end))") }
  }

  mutating func require(from start: AttemptID?) {
    if let start { conditions.append("(attempt.logged, id) >= \(place(start))") }
  }

  private mutating func place(_ id: AttemptID) -> String {
    "(signin.at(\(value(Value(id.time.milliseconds)))), \(value(Value(id.number))))"
  }

  private mutating func value(_ value: Value) -> String {
    values.append(value)
    return "$\(values.count)"
  }

  /// Servers differ in the letters that have a lower case: of ASCII it is all. Other letters need both cases.
  private static func patterns(_ word: String) -> [String] {
    let lower = word.lowercased()
    let cases = word.utf8.allSatisfy { $0 < 0x80 } ? [lower] : [lower, word.uppercased().loweredASCII]
    return cases.map { word in
      "%" + word.map { "!%_".contains($0) ? "!\($0)" : String($0) }.joined() + "%"
    }
  }
}
