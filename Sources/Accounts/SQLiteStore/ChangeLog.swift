import SQLite
public import Identity

// The rows of the log that are no attempts.

extension SQLiteStore {
  /// Records that `owner` signed out where no session was open.
  public func recordSignOut(of owner: Owner, from source: AttemptSource) async throws(StoreError) {
    try await write { [clock] db in
      let now = clock.now()
      guard try db.firstNumber(for: owner, at: now) != nil else { return }
      try db.log(.signedOut, of: owner.email, from: source, at: now)
    }
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

  /// Adds a row for `change` of each of the `emails`. Rows that are added by one statement are indexed at once, which
  /// takes a quarter of the time.
  func log(_ change: LoggedChange, of emails: [EmailAddress], from source: AttemptSource, at now: Timestamp) throws {
    for first in stride(from: 0, to: emails.count, by: Self.mostRowsAtOnce) {
      let emails = emails[first...].prefix(Self.mostRowsAtOnce)
      let shared: [any ColumnValue] = [
        now.milliseconds, AttemptOutcome.change(change).rawValue, source.tty, source.uid, source.host, source.program,
      ]
      try execute(
        """
        INSERT INTO attempt (at, outcome, tty, uid, host, program, logged, email, key, tag)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6, (
          SELECT nullif(max(ifnull(logged, at), ?1), ?1) FROM attempt ORDER BY id DESC LIMIT 1), *
        FROM (VALUES \(repeatElement("(?, ?, ?)", count: emails.count).joined(separator: ", ")))
        """, shared + emails.flatMap { [$0.text, $0.key, $0.searchTag] })
    }
  }

  /// The most rows that are added by one statement. SQLite accepts 32,766 arguments.
  static var mostRowsAtOnce: Int { 5_000 }
}
