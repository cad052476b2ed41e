public import Identity

extension RelationalStore {
  /// Returns a page of the log. An owner gets no number that counts the rows of others.
  public func page(
    of query: AttemptQuery, before id: AttemptID?, limit: Int
  ) async throws(StoreError) -> AttemptPage {
    let limit = min(max(1, limit), AttemptPage.longest)
    guard query.reader == .owner else { return try await rows(of: resolved(query), before: id, limit: limit) }
    let key = try await self.query(knownLoginKey.key)
    let start = id?.opened(by: key)
    return try await rows(of: query, before: start, limit: limit).sealed(by: key, after: start)
  }

  /// Runs it as any other statement.
  public func readPage(_ statement: Statement) async throws(StoreError) -> Rows {
    try await query { try $0.run(statement) }
  }

  /// The query of what stands for its email, if that has no rows.
  private func resolved(_ query: AttemptQuery) async throws(StoreError) -> AttemptQuery {
    guard let email = query.email, !email.isUnknown,
      try await readPage("SELECT 1 AS one FROM signin.attempt WHERE key = \(email.key) LIMIT 1").isEmpty
    else { return query }
    do throws(StoreError) {
      // The key is read anew: another file may have taken the place of the store's.
      return query.replacingEmail(by: try await self.query { try $0.unknown(email) })
    } catch .database(.notAllowed, _) {
      // An auditor may not read the key, and finds nothing.
      return query
    }
  }
}

extension AttemptPage {
  /// The most attempts on a page. A caller that wants more requests the next page.
  fileprivate static let longest = 10_000

  /// A page of `found`, which has one attempt more if there is another page.
  public init(_ found: [Attempt], limit: Int) {
    self.init(attempts: Array(found.prefix(limit)), next: found.count > limit ? found[limit - 1].id : nil)
  }
}
