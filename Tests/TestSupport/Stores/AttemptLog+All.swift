public import Identity

extension AttemptLog {
  /// At most `limit` attempts of `email`, newest first, starting with the one before `id`. Changes are left out.
  public func attempts(
    of email: EmailAddress, before id: AttemptID?, limit: Int
  ) async throws(StoreError) -> [Attempt] {
    let rows = try await page(of: AttemptQuery(email: email), before: id, limit: 10_000).attempts
    return Array(rows.filter { $0.outcome == .signedIn || $0.outcome.isFailure }.prefix(limit))
  }

  /// All rows of `email`, newest first.
  public func rows(of email: EmailAddress) async throws(StoreError) -> [Attempt] {
    try await page(of: AttemptQuery(email: email), before: nil, limit: 10_000).attempts
  }

  /// Begins an attempt, whose answer stays open. Throws ``AttemptBlocked`` if it is not admitted.
  public func admit(_ email: EmailAddress, from source: AttemptSource = .at("here")) async throws -> AttemptID {
    guard case .admitted(let admission) = try await charge(email, from: source, under: Throttle()) else {
      throw AttemptBlocked()
    }
    return admission.attempt
  }
}
