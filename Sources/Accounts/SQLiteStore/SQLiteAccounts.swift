import SQLite
public import Identity
public import Secrets

extension SQLiteStore: AccountStore {
  /// Whether there are no accounts.
  public func isEmpty() async throws(StoreError) -> Bool {
    try await read { db in try db.hasNoAccounts() }
  }

  /// Returns the account of `email`, or nil if there is none.
  public func account(of email: EmailAddress) async throws(StoreError) -> Account? {
    try await read { db in try db.account(of: email) }
  }

  /// Returns the cost of the costliest hash. A damaged hash has none, and only its own account is out of reach.
  public func costliestHashCost() async throws(StoreError) -> HashCost? {
    try await read { db in try db.costliestHashCost() }
  }

  /// Returns at most `limit` accounts by key, after the account of `email`.
  public func accounts(after email: EmailAddress?, limit: Int) async throws(StoreError) -> [AccountSummary] {
    try await read { db in
      try db.rows(
        """
        SELECT email, key, locked, added, signed_in, one_time,
          EXISTS (SELECT 1 FROM second_step WHERE second_step.account = account.id) AS two_step
        FROM account WHERE key > ? ORDER BY key LIMIT ?
        """,
        [email?.key ?? "", max(0, limit)], AccountSummary.init)
    }
  }

  /// Adds an account, unless `email` has one, or `condition` forbids it.
  public func add(
    _ email: EmailAddress, _ passwordHash: PasswordHash, _ condition: AdditionCondition, from source: AttemptSource
  ) async throws(StoreError) -> AccountAddition {
    try await write { [clock] db in
      if condition == .onlyFirst, try !db.hasNoAccounts() { return .notFirst }
      guard try db.add(email, passwordHash, from: source, at: clock.now()) else { return .exists }
      try db.adoptFailures(of: [email])
      return .added
    }
  }

  /// Adds an account for the attempt of a sign-up, whose row says so then.
  public func add(
    _ email: EmailAddress, _ passwordHash: PasswordHash, _ condition: AdditionCondition, settling attempt: AttemptID
  ) async throws(StoreError) -> AccountAddition {
    try await write { [clock] db in
      if condition == .onlyFirst, try !db.hasNoAccounts() { return .notFirst }
      guard let attempt = try db.pendingAttempt(attempt), try db.insert(email, passwordHash, at: clock.now()) else {
        return .exists
      }
      try db.adoptFailures(of: [email])
      try db.follow(clock)
      try db.passThrottle(attempt, at: clock.now())
      try db.settle(attempt, as: .change(.accountAdded))
      return .added
    }
  }

  /// Adds many accounts in one transaction, and records the lengths of passwords that have been allowed.
  public func add(
    _ accounts: any NewAccounts, _ addition: BulkAddition, allowing lengths: ClosedRange<Int>,
    from source: AttemptSource
  ) async throws(StoreError) -> [Int] {
    let clock = clock
    return try await write { db in
      var existing: [Int] = []
      try db.execute("SAVEPOINT addition")
      let now = clock.now()
      var added: [EmailAddress] = []
      var position = 0
      try accounts.each { account in
        if try db.insert(account.email, account.passwordHash, at: now) {
          added.append(account.email)
        } else {
          existing.append(position)
        }
        position += 1
        guard added.count == Database.mostRowsAtOnce else { return }
        try db.log(.accountAdded, of: added, from: source, at: now)
        try db.adoptFailures(of: added)
        added.removeAll(keepingCapacity: true)
      }
      try db.log(.accountAdded, of: added, from: source, at: now)
      try db.adoptFailures(of: added)
      try db.widenPasswordLength(by: lengths)
      if !existing.isEmpty && addition != .missingOnly { try db.execute("ROLLBACK TO addition") }
      return existing
    }
  }

  /// Changes the account of `email` and ends its sessions.
  public func change(
    _ email: EmailAddress, _ change: AccountChange, from source: AttemptSource
  ) async throws(StoreError) -> AccountLookup {
    try await write { [clock] db in
      guard let account = try db.account(of: email) else { return .missing }
      let (id, now) = (account.id, clock.now())
      // Before a removed account's failures move away from its email.
      if change.forgetsHomes { try db.forgetHomes(of: email) }
      switch change {
      case .password(let hash): try db.setPassword(hash, isOneTime: false, of: id, at: now)
      case .oneTimePassword(let hash): try db.setPassword(hash, isOneTime: true, of: id, at: now)
      case .lock: try db.execute("UPDATE account SET locked = 1 WHERE id = ?", [id])
      case .unlock: try db.execute("UPDATE account SET locked = 0 WHERE id = ?", [id])
      case .removeSecondStep, .recoveryCodes:
        guard account.secondStep != nil else { return .missing }
        if case .recoveryCodes(let digests) = change { try db.replaceRecoveryCodes(of: id, by: digests) }
        if case .removeSecondStep = change { try db.removeSecondStep(of: id) }
      case .remove:
        let subjects = try db.subjects(of: id)
        try db.execute("DELETE FROM account WHERE id = ?", [id])
        try db.disownFailures(of: account.email)
        for subject in subjects { try db.disownFailures(of: subject) }
      }
      if change.clearsFailures { _ = try db.clearThrottle(.email(email)) }
      try db.execute("UPDATE account SET revision = revision + 1 WHERE id = ?", [id])
      try db.execute("DELETE FROM session WHERE account = ?", [id])
      try db.log(change.logged, of: account.email, from: source, at: now)
      return .found
    }
  }

  /// Gives `account` another password and ends its sessions, except `spared`, unless the account has changed.
  public func replacePassword(
    of account: Account, by passwordHash: PasswordHash, sparing spared: SessionID?, settling attempt: AttemptID
  ) async throws(StoreError) -> Account? {
    try await write { [clock] db in
      guard let attempt = try db.pendingAttempt(attempt) else { return nil }
      guard try db.revise(account, sparing: spared, at: clock.now()) else { return nil }
      try db.setPassword(passwordHash, isOneTime: false, of: account.id, at: clock.now())
      try db.follow(clock)
      try db.settleThrottle(attempt, hasFailed: false, at: clock.now())
      try db.forgetHomes(of: account.email, sparing: attempt.throttleKey.source)
      try db.settle(attempt, as: .change(.passwordChanged))
      return try db.account(of: account.email)
    }
  }

  /// Replaces the hash of the same password by one with other parameters, unless the account has changed.
  public func rehash(_ account: Account, to passwordHash: PasswordHash) async throws(StoreError) {
    try await write { db in
      _ = try db.execute(
        "UPDATE account SET hash = ? WHERE id = ? AND revision = ?",
        [passwordHash.phc, account.id, account.revision])
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
  func hasNoAccounts() throws -> Bool {
    try (value("SELECT 1 FROM account LIMIT 1") as Int?) == nil
  }

  func account(of email: EmailAddress) throws -> Account? {
    try first("SELECT \(Account.columns) FROM \(Account.tables) WHERE key = ?", [email.key], Account.init)
  }

  fileprivate func setPassword(_ hash: PasswordHash, isOneTime: Bool, of account: Int64, at now: Timestamp) throws {
    try execute(
      "UPDATE account SET hash = ?, password_set = ?, one_time = ? WHERE id = ?",
      [hash.phc, now.milliseconds, isOneTime ? 1 : 0, account])
  }

  func costliestHashCost() throws -> HashCost? {
    let phc: String? = try value("SELECT hash FROM account ORDER BY \(Schema.hashWork) DESC LIMIT 1")
    guard let hash = try? phc.flatMap({ $0.isEmpty ? nil : try PasswordHash(phc: $0) }) else { return nil }
    return hash.foreign == nil ? hash.cost : nil
  }

  /// Adds an account and its row in the log. Returns false and does nothing if its email has one. Its owner sees the
  /// rows from then on, and those of a sign-up that is under way.
  /// - Parameter passwordHash: Nil for an account without a password.
  func add(
    _ email: EmailAddress, _ passwordHash: PasswordHash?, from source: AttemptSource, at now: Timestamp
  ) throws -> Bool {
    guard try insert(email, passwordHash, at: now) else { return false }
    try log(.accountAdded, of: email, from: source, at: now)
    return true
  }

  /// Adds an account without a row in the log.
  fileprivate func insert(_ email: EmailAddress, _ passwordHash: PasswordHash?, at now: Timestamp) throws -> Bool {
    try execute(
      """
      INSERT INTO account (email, key, hash, added, since)
      VALUES (?1, ?2, ?3, ?4, (SELECT ifnull(max(id), 0) FROM attempt WHERE key = ?2 AND outcome <> 'pending'))
      ON CONFLICT (key) DO NOTHING
      """, [email.text, email.key, passwordHash?.phc ?? "", now.milliseconds]) > 0
  }

  fileprivate func widenPasswordLength(by range: ClosedRange<Int>) throws {
    try execute(
      """
      INSERT INTO password_length (only, least, most) VALUES (1, ?, ?) ON CONFLICT (only)
      DO UPDATE SET least = min(least, excluded.least), most = max(most, excluded.most)
      """,
      [range.lowerBound, range.upperBound])
  }

  /// The widest range so far, or nil if there is none or it makes no sense.
  fileprivate func passwordLength() throws -> ClosedRange<Int>? {
    let range = try first("SELECT least, most FROM password_length") { row in
      (least: try row["least"] as Int, most: try row["most"] as Int)
    }
    return range.flatMap { $0.least <= $0.most ? $0.least...$0.most : nil }
  }
}

extension SQLiteStore {
  /// Returns the number of accounts whose hash has another cost than `cost`. Reads them all. An account
  /// without a password has none.
  public func accountsHashed(otherThan cost: HashCost) async throws(StoreError) -> Int {
    try await read { db in
      try db.value(
        "SELECT count(*) FROM account WHERE hash <> '' AND hash NOT LIKE ?",
        ["$argon2id$v=19$m=\(cost.memoryKiB),t=\(cost.passes),p=1$%"]) ?? 0
    }
  }
}
