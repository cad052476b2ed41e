public import Identity
import SQLite

extension SQLiteStore {
  /// Gives the account of `email` another one, and takes its rows of the log along.
  public func rename(
    _ email: EmailAddress, to new: EmailAddress, from source: AttemptSource
  ) async throws(StoreError) -> AccountRenaming {
    try await write { [clock] db in
      guard let account = try db.account(of: email) else { return .missing }
      if let other = try db.account(of: new), other.id != account.id { return .taken }
      if new != email, try db.hasRows(of: new, since: account) { return .used }
      let now = clock.now()
      try db.execute(
        "UPDATE account SET email = ?, key = ?, revision = revision + 1 WHERE id = ?", [new.text, new.key, account.id])
      guard new != email else {
        try db.log(.renamed, of: new, from: source, at: now)
        return .renamed
      }
      try db.rename(logOf: account, to: new)
      try db.adoptFailures(of: [new])
      try db.copyFailuresToUnknown(email)
      try db.moveFailures(of: email, to: new)
      for email in [account.email, new] { try db.log(.renamed, of: email, from: source, at: now) }
      return .renamed
    }
  }
}

extension Database {
  /// Whether the log has rows of `email` since `account` was added, but for those of a change of email.
  fileprivate func hasRows(of email: EmailAddress, since account: Account) throws -> Bool {
    let found: Int? = try value(
      """
      SELECT 1 FROM attempt WHERE key = ? AND id > (SELECT since FROM account WHERE id = ?) AND outcome <> ? LIMIT 1
      """, [email.key, account.id, LoggedChange.renamed.rawValue])
    return found != nil
  }

  /// Makes the rows of an account, since it was added, those of `new`. A trigger refuses it at any other time.
  fileprivate func rename(logOf account: Account, to new: EmailAddress) throws {
    let since: Int64 = try value("SELECT since FROM account WHERE id = ?", [account.id]) ?? 0
    let key = account.email.key
    try execute("INSERT INTO attempt_renaming (only, key, since) VALUES (1, ?, ?)", [key, since])
    try execute(
      "UPDATE attempt SET email = ?, key = ?, tag = ? WHERE key = ? AND id > ?",
      [new.text, new.key, new.searchTag, key, since])
    try execute("DELETE FROM attempt_renaming")
  }
}
