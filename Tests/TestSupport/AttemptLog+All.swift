public import Identity

extension AttemptLog {
  /// At most `limit` attempts of `email`, newest first, starting with the one before `id`.
  public func attempts(
    of email: EmailAddress, before id: AttemptID?, limit: Int
  ) async throws(StoreError) -> [Attempt] {
    try await page(of: AttemptQuery(email: email), before: id, limit: limit).attempts
  }
}
