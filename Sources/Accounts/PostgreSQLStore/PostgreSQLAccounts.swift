public import Identity
public import Secrets

extension PostgreSQLStore: AccountStore {
  /// The accounts of an import that one statement adds.
  static let accountsAtOnce = 1000

  /// Whether there are no accounts.
  public func isEmpty() async throws(StoreError) -> Bool {
    try await read("SELECT 1 FROM signin.account LIMIT 1").isEmpty
  }

  /// Returns the account of `email`, or nil if there is none.
  public func account(of email: EmailAddress) async throws(StoreError) -> Account? {
    let rows = try await read(Account.query(of: email))
    return try decoded { try rows.first.map(Account.init) }
  }

  /// Returns the cost of the costliest hash. A damaged hash has none, and only its own account is out of reach.
  public func costliestHashCost() async throws(StoreError) -> HashCost? {
    HashCost(costliest: try await read(HashCost.costliest))
  }

  /// Returns at most `limit` accounts by key, after the account of `email`.
  public func accounts(after email: EmailAddress?, limit: Int) async throws(StoreError) -> [AccountSummary] {
    let rows = try await read(
      """
      SELECT email, key, locked, signin.ms(added) AS added, signin.ms(signed_in) AS signed_in, one_time,
        EXISTS (SELECT FROM signin.second_step WHERE second_step.account = account.id) AS two_step
      FROM signin.account
      WHERE key > $1 ORDER BY key LIMIT $2
      """,
      [Value(email?.key ?? ""), Value(max(0, limit))])
    return try decoded { try rows.map(AccountSummary.init) }
  }

  /// Adds an account, unless `email` has one, or `condition` forbids it.
  public func add(
    _ email: EmailAddress, _ passwordHash: PasswordHash, _ condition: AdditionCondition, from source: AttemptSource
  ) async throws(StoreError) -> AccountAddition {
    try await write { transaction in
      let now = try transaction.lock(.accounts, .email(email.key))
      if condition == .onlyFirst, try !transaction.hasNoAccounts() { return .notFirst }
      guard try transaction.add(email, passwordHash, from: source, at: now) != nil else { return .exists }
      try transaction.adoptFailures(of: email)
      return .added
    }
  }

  /// Adds an account for the attempt of a sign-up, whose row says so then.
  public func add(
    _ email: EmailAddress, _ passwordHash: PasswordHash, _ condition: AdditionCondition, settling id: AttemptID
  ) async throws(StoreError) -> AccountAddition {
    try await write { transaction in
      guard let found = try transaction.pendingAttempt(id) else { return .exists }
      let key = found.throttleKey
      let now = try transaction.lock(.accounts, .email(email.key), .email(key.email), .uid(key.source.uid))
      if condition == .onlyFirst, try !transaction.hasNoAccounts() { return .notFirst }
      guard let attempt = try transaction.lockedAttempt(found),
        try transaction.insert(email, passwordHash, at: now) != nil
      else {
        return .exists
      }
      try transaction.adoptFailures(of: email)
      try transaction.passThrottle(attempt, at: now)
      try transaction.settle(attempt, as: .change(.accountAdded))
      return .added
    }
  }

  /// Adds many accounts in one transaction, and records the lengths of passwords that have been allowed.
  public func add(
    _ accounts: any NewAccounts, _ addition: BulkAddition, allowing lengths: ClosedRange<Int>,
    from source: AttemptSource
  ) async throws(StoreError) -> [Int] {
    try await write { transaction in
      let now = try transaction.lock(.accounts)
      try transaction.run("SAVEPOINT before")
      var existing: [Int] = []
      var part: [NewAccount] = []
      var position = 0
      func addPart() throws {
        let isNew = try transaction.add(part, from: source, at: now)
        existing += zip(position..., isNew).filter { !$0.1 }.map(\.0)
        position += part.count
        part.removeAll(keepingCapacity: true)
      }
      try accounts.each { account in
        part.append(account)
        if part.count == Self.accountsAtOnce { try addPart() }
      }
      if !part.isEmpty { try addPart() }
      transaction.beginPart()
      try transaction.widenPasswordLength(by: lengths)
      if !existing.isEmpty && addition == .allOrNone { try transaction.undo(to: "before") }
      return existing
    }
  }

  /// Changes the account of `email` and ends its sessions.
  public func change(
    _ email: EmailAddress, _ change: AccountChange, from source: AttemptSource
  ) async throws(StoreError) -> AccountLookup {
    try await write { transaction in
      let now = try transaction.lock(.email(email.key))
      guard let account = try transaction.account(of: email) else { return .missing }
      let id = Value(account.id)
      // Before a removed account's failures move away from its email.
      if change.forgetsHomes { try transaction.forgetHomes(of: email) }
      switch change {
      case .password(let hash): try transaction.setPassword(hash, isOneTime: false, of: account, at: now)
      case .oneTimePassword(let hash): try transaction.setPassword(hash, isOneTime: true, of: account, at: now)
      case .lock: try transaction.run("UPDATE signin.account SET locked = true WHERE id = $1", [id])
      case .unlock: try transaction.run("UPDATE signin.account SET locked = false WHERE id = $1", [id])
      case .removeSecondStep, .recoveryCodes:
        guard account.secondStep != nil else { return .missing }
        if case .recoveryCodes(let digests) = change { try transaction.replaceRecoveryCodes(of: account, by: digests) }
        if case .removeSecondStep = change { try transaction.removeSecondStep(of: account) }
      case .remove:
        let subjects = try transaction.subjects(of: account)
        try transaction.run("DELETE FROM signin.account WHERE id = $1", [id])
        try transaction.moveFailures(of: account.email, to: transaction.unknown(account.email))
        for subject in subjects { try transaction.disownFailures(of: subject) }
      }
      if change.clearsFailures { _ = try transaction.clearThrottle(.email(email)) }
      try transaction.endTrust(in: account)
      try transaction.log(change.logged, of: account.email, from: source, at: now)
      return .found
    }
  }

  /// Gives `account` another password and ends its sessions, except `spared`, unless the account has changed.
  public func replacePassword(
    of account: Account, by passwordHash: PasswordHash, sparing spared: SessionID?, settling id: AttemptID
  ) async throws(StoreError) -> Account? {
    try await write { transaction in
      guard let found = try transaction.pendingAttempt(id) else { return nil }
      let key = found.throttleKey
      let now = try transaction.lock(.email(account.email.key), .email(key.email), .uid(key.source.uid))
      guard let attempt = try transaction.lockedAttempt(found),
        try transaction.revise(account, sparing: spared, at: now)
      else { return nil }
      try transaction.setPassword(passwordHash, isOneTime: false, of: account, at: now)
      try transaction.settleThrottle(attempt, hasFailed: false, at: now)
      try transaction.forgetHomes(of: account.email, sparing: key.source)
      try transaction.settle(attempt, as: .change(.passwordChanged))
      return try transaction.account(of: account.email)
    }
  }

  /// Replaces the hash of the same password by one with other parameters, unless the account has changed.
  public func rehash(_ account: Account, to passwordHash: PasswordHash) async throws(StoreError) {
    try await write { transaction in
      try transaction.run(
        "UPDATE signin.account SET hash = $3 WHERE id = $1 AND revision = $2",
        [Value(account.id), Value(account.revision), Value(passwordHash.phc)])
    }
  }

  /// Records that passwords of `range` characters have been allowed, and returns the widest range ever allowed.
  public func widestPasswordLength(
    including range: ClosedRange<Int>
  ) async throws(StoreError) -> ClosedRange<Int> {
    // Usually there is nothing new to record. Then nobody waits.
    let known = PasswordLength.range(try await read(PasswordLength.query))
    if let known, known.lowerBound <= range.lowerBound, known.upperBound >= range.upperBound { return known }
    return try await write { transaction in
      try transaction.widenPasswordLength(by: range)
      return PasswordLength.range(try transaction.run(PasswordLength.query)) ?? range
    }
  }
}

extension PostgreSQLStore {
  /// Runs `body`, which makes values from rows.
  func decoded<R>(_ body: () throws -> R) throws(StoreError) -> R {
    do {
      return try body()
    } catch {
      throw StoreError(error, at: place.name)
    }
  }
}

extension Account {
  static func query(of email: EmailAddress) -> Statement {
    Statement("SELECT \(columns) FROM \(tables) WHERE key = $1", [Value(email.key)])
  }
}

extension HashCost {
  /// The costliest hash.
  static let costliest = Statement("SELECT hash FROM signin.account ORDER BY signin.hash_work(hash) DESC LIMIT 1")

  /// Nil if there is no hash, or it has no cost.
  init?(costliest rows: Rows) {
    guard let phc = try? rows.first?.text("hash"), let hash = try? PasswordHash(phc: phc), hash.foreign == nil
    else { return nil }
    self = hash.cost
  }
}

/// The widest range of password lengths ever in force.
private enum PasswordLength {
  static let query = "SELECT least, most FROM signin.password_length"

  /// Nil if there is none, or it makes no sense.
  static func range(_ rows: Rows) -> ClosedRange<Int>? {
    guard let row = rows.first, let least: Int = try? row.number("least"), let most: Int = try? row.number("most"),
      least <= most
    else { return nil }
    return least...most
  }
}

extension Transaction {
  func hasNoAccounts() throws -> Bool { try run("SELECT 1 FROM signin.account LIMIT 1").isEmpty }

  func account(of email: EmailAddress) throws -> Account? {
    try run([Account.query(of: email)]).first?.first.map(Account.init)
  }

  fileprivate func setPassword(_ hash: PasswordHash, isOneTime: Bool, of account: Account, at now: Timestamp) throws {
    try run(
      "UPDATE signin.account SET hash = $2, password_set = signin.at($3), one_time = $4 WHERE id = $1",
      [Value(account.id), Value(hash.phc), Value(now.milliseconds), Value(isOneTime)])
  }

  /// Adds an account and its row in the log. Returns its number, or nil if its email has one. Its owner sees the rows
  /// from then on, and those of a sign-up that is under way.
  /// - Parameter passwordHash: Nil for an account without a password.
  func add(
    _ email: EmailAddress, _ passwordHash: PasswordHash?, from source: AttemptSource, at now: Timestamp
  ) throws -> Int64? {
    guard let id = try insert(email, passwordHash, at: now) else { return nil }
    try log(.accountAdded, of: email, from: source, at: now)
    return id
  }

  /// Adds accounts, and their rows in the log, with a deadline of their own.
  /// - Returns: For each whether it was added. If not, its email has an account, or comes earlier.
  fileprivate func add(_ accounts: [NewAccount], from source: AttemptSource, at now: Timestamp) throws -> [Bool] {
    beginPart()
    let rows = try run(
      """
      INSERT INTO signin.account (email, key, hash, added, password_set, since)
      SELECT email, key, hash, signin.at($4), signin.at($4),
        coalesce((SELECT max(id) FROM signin.attempt WHERE attempt.key = new.key AND outcome <> 'pending'), 0)
      FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS new (email, key, hash, place) ORDER BY place
      ON CONFLICT (key) DO NOTHING RETURNING key
      """,
      [
        Value(texts: accounts.map(\.email.text)), Value(texts: accounts.map(\.email.key)),
        Value(texts: accounts.map(\.passwordHash.phc)), Value(now.milliseconds),
      ])
    var added = Set(try rows.map { try $0.text("key") })
    // Of equal emails the first one has the account.
    let isNew = accounts.map { added.remove($0.email.key) != nil }
    let emails = zip(accounts, isNew).filter(\.1).map(\.0.email)
    try insertAttempts(emails, .change(.accountAdded), from: source, at: now)
    try adoptFailures(of: emails)
    return isNew
  }

  /// Adds an account without a row in the log.
  fileprivate func insert(
    _ email: EmailAddress, _ passwordHash: PasswordHash?, at now: Timestamp
  ) throws -> Int64? {
    let added = try run(
      """
      INSERT INTO signin.account (email, key, hash, added, password_set, since)
      VALUES ($1, $2, $3, signin.at($4), signin.at($4),
        (SELECT coalesce(max(id), 0) FROM signin.attempt WHERE key = $2 AND outcome <> 'pending'))
      ON CONFLICT (key) DO NOTHING RETURNING id
      """,
      [Value(email.text), Value(email.key), Value(passwordHash?.phc ?? ""), Value(now.milliseconds)])
    return try added.first?.number("id")
  }

  /// Ends the sessions of an account that was changed, and lets no sign-in end that began before.
  func endTrust(in account: Account) throws {
    try run("UPDATE signin.account SET revision = revision + 1 WHERE id = $1", [Value(account.id)])
    try endSessions(of: account, sparing: nil)
  }

  /// The same, except for the session `spared`, and unless that has ended or the account has changed. Returns false and
  /// does nothing then.
  func revise(_ account: Account, sparing spared: SessionID?, at now: Timestamp) throws -> Bool {
    let revised = try run(
      """
      UPDATE signin.account SET revision = revision + 1 WHERE id = $1 AND revision = $2 AND ($3 = '' OR EXISTS (
        SELECT 1 FROM signin.session WHERE session.id = $3 AND session.account = $1 AND expires > signin.at($4)))
      """,
      [Value(account.id), Value(account.revision), Value(spared?.text ?? ""), Value(now.milliseconds)])
    guard revised.changes > 0 else { return false }
    try endSessions(of: account, sparing: spared)
    return true
  }

  /// Ends sessions. Locks them in a fixed order to avoid deadlock.
  private func endSessions(of account: Account, sparing spared: SessionID?) throws {
    try run(
      """
      DELETE FROM signin.session WHERE id IN (
        SELECT id FROM signin.session WHERE account = $1 AND id <> $2 ORDER BY opened DESC, id FOR UPDATE)
      """,
      [Value(account.id), Value(spared?.text ?? "")])
  }

  fileprivate func widenPasswordLength(by range: ClosedRange<Int>) throws {
    try run(
      """
      INSERT INTO signin.password_length AS known (single, least, most) VALUES (true, $1, $2) ON CONFLICT (single)
      DO UPDATE SET least = least(known.least, excluded.least), most = greatest(known.most, excluded.most)
      """,
      [Value(range.lowerBound), Value(range.upperBound)])
  }
}
