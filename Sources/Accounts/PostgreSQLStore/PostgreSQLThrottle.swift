public import Identity

extension PostgreSQLStore: ThrottleStore {
  /// Returns all runs and pending attempts.
  public func throttleState() async throws(StoreError) -> ThrottleState {
    try await write { transaction in try transaction.throttleState() }
  }

  /// Forgets failures and pending attempts. Returns how many there were.
  public func clear(_ selection: ThrottleSelection) async throws(StoreError) -> Int {
    try await write { transaction in
      let cleared = try transaction.clearThrottle(selection)
      guard case .email(let email) = selection else { return cleared }
      return cleared + (try transaction.clearThrottle(.email(transaction.unknown(email))))
    }
  }
}
