import GRDB
public import Identity
public import Secrets

extension SQLiteStore: AccountStore {
  /// Whether there are no accounts.
  public func isEmpty() async throws(StoreError) -> Bool {
    try await read { db in try db.hasNoAccounts() }
  }

  /// Returns the account of `email`, or nil if there is none.
  public func account(of email: EmailAddress) async throws(StoreError) -> Account? {
    try await read { db in
      try Row.fetchOne(
        db, sql: "SELECT id, email, hash, locked, revision FROM account WHERE key = ?", arguments: [email.key]
      ).map(Account.init)
    }
  }

  /// Returns the cost of the dearest hash. A damaged hash has none, and only its own account is out of reach.
  public func dearestHashCost() async throws(StoreError) -> HashCost? {
    try await read { db in
      let phc = try String.fetchOne(db, sql: "SELECT hash FROM account ORDER BY \(Schema.hashWork) DESC LIMIT 1")
      return try? phc.map { try PasswordHash(phc: $0).cost }
    }
  }

  /// Returns at most `limit` accounts by key, after the account of `email`.
  public func accounts(after email: EmailAddress?, limit: Int) async throws(StoreError) -> [AccountSummary] {
    try await read { db in
      try Row.fetchAll(
        db, sql: "SELECT email, locked, added, signed_in FROM account WHERE key > ? ORDER BY key LIMIT ?",
        arguments: [email?.key ?? "", max(0, limit)]
      ).map(AccountSummary.init)
    }
  }

  /// Adds an account, unless `email` has one, or `condition` forbids it.
  public func add(
    _ email: EmailAddress, _ passwordHash: PasswordHash, _ condition: AdditionCondition
  ) async throws(StoreError) -> AccountAddition {
    let clock = clock
    return try await write { db in
      if condition == .onlyFirst, try !db.hasNoAccounts() { return .notFirst }
      return try db.add(NewAccount(email: email, passwordHash: passwordHash), at: clock.now()) ? .added : .exists
    }
  }

  /// Adds many accounts in one transaction, and records the lengths of passwords that have been allowed.
  public func add(
    _ accounts: [NewAccount], _ addition: BulkAddition, allowing lengths: ClosedRange<Int>
  ) async throws(StoreError) -> [Int] {
    let clock = clock
    return try await write { db in
      var existing: [Int] = []
      try db.inSavepoint {
        let now = clock.now()
        for (position, account) in accounts.enumerated() {
          if try !db.add(account, at: now) { existing.append(position) }
        }
        try db.widenPasswordLength(by: lengths)
        return existing.isEmpty || addition == .missingOnly ? .commit : .rollback
      }
      return existing
    }
  }

  /// Changes the account of `email` and ends its sessions.
  public func change(_ email: EmailAddress, _ change: AccountChange) async throws(StoreError) -> AccountLookup {
    try await write { db in
      guard let id = try Int64.fetchOne(db, sql: "SELECT id FROM account WHERE key = ?", arguments: [email.key]) else {
        return .missing
      }
      try db.execute(sql: "DELETE FROM session WHERE account = ?", arguments: [id])
      let revised = "revision = revision + 1 WHERE id = ?"
      switch change {
      case .password(let hash):
        try db.execute(sql: "UPDATE account SET hash = ?, \(revised)", arguments: [hash.phc, id])
      case .lock:
        try db.execute(sql: "UPDATE account SET locked = 1, \(revised)", arguments: [id])
      case .unlock:
        try db.execute(sql: "UPDATE account SET locked = 0, \(revised)", arguments: [id])
      case .remove:
        try db.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [id])
      }
      return .found
    }
  }

  /// Gives `account` another password and ends its sessions, except `spared`, unless the account has changed.
  public func replacePassword(
    of account: Account, by passwordHash: PasswordHash, sparing spared: SessionID?
  ) async throws(StoreError) -> AccountLookup {
    try await write { db in
      try db.execute(
        sql: "UPDATE account SET hash = ?, revision = revision + 1 WHERE id = ? AND revision = ?",
        arguments: [passwordHash.phc, account.id, account.revision])
      guard db.changesCount > 0 else { return .missing }
      try db.execute(
        sql: "DELETE FROM session WHERE account = ? AND id IS NOT ?", arguments: [account.id, spared?.text])
      return .found
    }
  }

  /// Replaces the hash of the same password by one with other parameters, unless the account has changed.
  public func rehash(_ account: Account, to passwordHash: PasswordHash) async throws(StoreError) {
    try await write { db in
      try db.execute(
        sql: "UPDATE account SET hash = ? WHERE id = ? AND revision = ?",
        arguments: [passwordHash.phc, account.id, account.revision])
    }
  }

  /// Records that passwords of `range` characters have been allowed, and returns the widest range ever allowed.
  public func widestPasswordLength(
    including range: ClosedRange<Int>
  ) async throws(StoreError) -> ClosedRange<Int> {
    // Usually there is nothing new to record. Then no lock is needed, and nobody waits.
    let known = try await read { db in try db.passwordLength() }
    if let known, known.lowerBound <= range.lowerBound, known.upperBound >= range.upperBound { return known }
    return try await write { db in
      try db.widenPasswordLength(by: range)
      return try db.passwordLength() ?? range
    }
  }
}

extension Database {
  fileprivate func hasNoAccounts() throws -> Bool {
    try Row.fetchOne(self, sql: "SELECT 1 FROM account LIMIT 1") == nil
  }

  /// Adds an account. Returns false and does nothing if its email has one.
  fileprivate func add(_ account: NewAccount, at now: Timestamp) throws -> Bool {
    try cachedStatement(
      sql: "INSERT INTO account (email, key, hash, added) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO NOTHING"
    ).execute(
      arguments: [account.email.text, account.email.key, account.passwordHash.phc, now.milliseconds])
    return changesCount > 0
  }

  fileprivate func widenPasswordLength(by range: ClosedRange<Int>) throws {
    try execute(
      sql: """
        INSERT INTO password_length (only, least, most) VALUES (1, ?, ?) ON CONFLICT (only)
        DO UPDATE SET least = min(least, excluded.least), most = max(most, excluded.most)
        """,
      arguments: [range.lowerBound, range.upperBound])
  }

  /// The widest range so far, or nil if there is none or it makes no sense.
  fileprivate func passwordLength() throws -> ClosedRange<Int>? {
    guard let row = try Row.fetchOne(self, sql: "SELECT least, most FROM password_length") else { return nil }
    let least: Int = try row.decode(forColumn: "least")
    let most: Int = try row.decode(forColumn: "most")
    return least <= most ? least...most : nil
  }
}
