import GRDB
public import Identity

// The rows of the log that are no attempts.

extension SQLiteStore {
  /// Records that the owner of `email` signed out where no session was open.
  public func recordSignOut(of email: EmailAddress, from source: AttemptSource) async throws(StoreError) {
    try await write { [clock] db in try db.log(.signedOut, of: email, from: source, at: clock.now()) }
  }
}

extension Database {
  /// Adds a row for `change`, in the transaction that makes it.
  /// - Parameter times: The number of sessions ended, if the change ends sessions.
  func log(
    _ change: LoggedChange, of email: EmailAddress, from source: AttemptSource, at now: Timestamp, times: Int = 1
  ) throws {
    _ = try insertAttempt(email, .change(change), from: source, at: now, times: times)
  }
}
