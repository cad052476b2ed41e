public import Identity

extension PostgreSQLStore {
  /// Gives the account of `email` another one, and takes its rows of the log along.
  public func rename(
    _ email: EmailAddress, to new: EmailAddress, from source: AttemptSource
  ) async throws(StoreError) -> AccountRenaming {
    try await write { transaction in
      let now = try transaction.lock(.accounts, .email(email.key), .email(new.key))
      guard let account = try transaction.account(of: email) else { return .missing }
      if let other = try transaction.account(of: new), other.id != account.id { return .taken }
      if new != email, try transaction.hasRows(of: new, since: account) { return .used }
      try transaction.run(
        "UPDATE signin.account SET email = $2, key = $3, revision = revision + 1 WHERE id = $1",
        [Value(account.id), Value(new.text), Value(new.key)])
      guard new != email else {
        try transaction.log(.renamed, of: new, from: source, at: now)
        return .renamed
      }
      try transaction.run(
        "SELECT signin.rename_log($1, $2, $3)", [Value(account.id), Value(email.key), Value(new.text)])
      try transaction.adoptFailures(of: new)
      try transaction.copyFailuresToUnknown(email)
      try transaction.moveFailures(of: email, to: new)
      for email in [account.email, new] { try transaction.log(.renamed, of: email, from: source, at: now) }
      return .renamed
    }
  }
}

extension Transaction {
  /// Whether the log has rows of `email` since `account` was added, but for those of a change of email.
  fileprivate func hasRows(of email: EmailAddress, since account: Account) throws -> Bool {
    try !run(
      """
      SELECT 1 FROM signin.attempt
      WHERE key = $1 AND id > (SELECT since FROM signin.account WHERE account.id = $2) AND outcome <> $3 LIMIT 1
      """, [Value(email.key), Value(account.id), Value(LoggedChange.renamed.rawValue)]
    ).isEmpty
  }
}
