public import Identity

extension AttemptLog {
  /// At most `limit` attempts of `email`, newest first, from the one before `id` on.
  public func attempts(
    of email: EmailAddress, before id: AttemptID?, limit: Int
  ) async throws(StoreError) -> [Attempt] {
    try await page(of: AttemptQuery(email: email), before: id, limit: limit).attempts
  }
}
