import SQLite
public import Identity

extension SQLiteStore: ThrottleStore {
  /// Returns all runs and pending attempts.
  public func throttleState() async throws(StoreError) -> ThrottleState {
    try await write { [clock] db in
      try db.follow(clock)
      return try db.throttleState()
    }
  }

  /// Forgets failures and pending attempts. Returns how many there were.
  public func clear(_ selection: ThrottleSelection) async throws(StoreError) -> Int {
    try await write { db in
      let cleared = try db.clearThrottle(selection)
      guard case .email(let email) = selection else { return cleared }
      return cleared + (try db.clearThrottle(.email(EmailAddress(unknown: email, by: db.loginKey()))))
    }
  }
}
