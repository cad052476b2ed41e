import SQLite
public import Identity

extension SQLiteStore {
  /// Returns at most `limit` of the attempts that match `query`, newest first, starting with the newest one before
  /// `id`.
  ///
  /// A search goes through the log slice by slice, and checks between two slices whether it was cancelled. Each slice
  /// is a statement of its own, so other work waits for one slice at most.
  public func page(
    of query: AttemptQuery, before id: AttemptID?, limit: Int
  ) async throws(StoreError) -> AttemptPage {
    let limit = min(max(1, limit), Self.longestPage)
    let query = try await read { db in try db.resolved(query) }
    var end = id
    var width =
      query.search.isEmpty ? Int64.max : query.email == nil ? pace.greatestWidth : pace.firstWidth
    var found: [Attempt] = []
    while found.count <= limit {
      // The index answers at once for a word that is nowhere. For one email it is asked once, because it goes through
      // similar words of all emails. For an owner never: the time would reveal what is in the rows of others.
      let asksAhead = query.email == nil || (query.reader == .administrator && end == id)
      let slice = try await read { [end, width, pace, clock, missing = limit + 1 - found.count] db in
        let first = try db.firstNumber(for: query, at: clock.now())
        return try db.limited(to: pace.longestSlice) {
          try db.attempts(query, from: first, before: end, asksAhead: asksAhead, width: width, limit: missing, pace)
        }
      }
      guard let slice else { return AttemptPage(attempts: found, next: nil) }
      found += slice.attempts
      end = slice.start
      // The time of the log never goes back, and no row is younger than its own.
      if let earliest = query.search.earliest, slice.start.time < earliest {
        return AttemptPage(attempts: Array(found.prefix(limit)), next: found.count > limit ? found[limit - 1].id : nil)
      }
      width = pace.width(after: width)
      if Task.isCancelled && found.count <= limit {
        return AttemptPage(attempts: found, next: slice.start)
      }
    }
    return AttemptPage(attempts: Array(found.prefix(limit)), next: found[limit - 1].id)
  }

  /// The most attempts on a page. A caller that wants more requests the next page.
  private static let longestPage = 10_000
}

extension Database {
  /// Reads the attempts that match `query` in a slice: `width` numbers, up to the newest attempt before `end`. The slice
  /// is wider for an administrator if the index knows all words. Returns the attempts and the first row of the slice, or
  /// nil if there is no attempt before `end`. Gaps in the numbers are skipped, however wide. The numbers alone are the
  /// order, because the time of the log never goes back.
  fileprivate func attempts(
    _ query: AttemptQuery, from first: Int64?, before end: AttemptID?, asksAhead: Bool, width: Int64, limit: Int,
    _ pace: SearchPace
  ) throws -> (attempts: [Attempt], start: AttemptID)? {
    guard let first else { return nil }
    let end = end.map { ("id < ?", [$0.number]) } ?? ("true", [])
    let email = query.email.map { ("key = ?", [$0.key]) } ?? ("true", [])
    let newest: Int64? = try value(
      "SELECT id FROM attempt WHERE \(email.0) AND \(end.0) AND id >= ? ORDER BY id DESC LIMIT 1",
      email.1 + end.1 + [first])
    guard var newest else { return nil }
    let indexed = try IndexedWords(query, in: self)
    if let indexed, asksAhead {
      guard let match = try newestMatch(indexed.expression, among: first...newest) else { return nil }
      newest = match
    }
    // An owner's slices do not depend on the index: their time would reveal what is in the rows of others.
    let isWide = query.reader == .administrator && indexed?.isComplete == true
    let (start, overflow) = newest.subtractingReportingOverflow((isWide ? pace.indexedWidth : width) - 1)
    let numbers = max(first, overflow ? .min : start)...newest
    let oldest = try self.first(
      "SELECT id, at, logged FROM attempt WHERE id >= ? ORDER BY id LIMIT 1", [numbers.lowerBound], AttemptID.init)
    guard let oldest else { return nil }
    let looksUp = try indexed != nil && (query.email.map { try isCrowded(numbers, by: $0, crowd: pace.crowd) } ?? true)
    let statement = AttemptStatement(query, among: numbers, limit: limit, by: looksUp ? indexed : nil)
    return (try statement.fetch(self), oldest)
  }

  /// Returns the first number that the reader may see, or nil if there is none.
  /// - Throws: ``ServiceFault/sessionEnded`` to a member who is no longer the owner.
  fileprivate func firstNumber(for query: AttemptQuery, at now: Timestamp) throws -> Int64? {
    if let member = query.member {
      guard let first = try firstNumber(for: member, at: now) else { throw StoreError.service(.sessionEnded) }
      return first
    }
    switch query.reader {
    case .administrator: return .min
    case .owner:
      return try value(
        "SELECT since + (since < \(Int64.max)) FROM account WHERE key = ?", [query.email?.key])
    }
  }

  private func isCrowded(_ numbers: ClosedRange<Int64>, by email: EmailAddress, crowd: Int) throws -> Bool {
    try value(
      "SELECT 1 FROM attempt WHERE key = ? AND id BETWEEN ? AND ? LIMIT 1 OFFSET ?",
      [email.key, numbers.lowerBound, numbers.upperBound, crowd]) == 1
  }
}
