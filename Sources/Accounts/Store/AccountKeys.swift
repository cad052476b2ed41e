public import Identity
public import SSHKeys
public import Secrets

extension RelationalStore {
  /// Returns the keys of the account of `email`, the first added first.
  public func sshKeys(of email: EmailAddress) async throws(StoreError) -> [AccountKey] {
    try await query { transaction in try transaction.sshKeys(of: email) }
  }

  /// Notes that a key was used, unless the account does not have it.
  public func use(
    _ key: PublicKey, on device: KeySignature.Device?, of account: Account, from source: AttemptSource
  ) async throws(StoreError) -> Bool {
    try await commit { transaction in
      let now = try transaction.lock(.email(account.email.key))
      let known = try transaction.run(
        "SELECT counter FROM signin.second_key WHERE account = \(account.id) AND key = \(key.blob)")
      guard let last: Int64 = try known.first?["counter"] else { return false }
      let counter = Int64(device?.counter ?? 0)
      try transaction.run(
        """
        UPDATE signin.second_key SET used = \(now), counter = \(max(last, counter)), verified = \(device?.isUserVerified ?? false)
        WHERE account = \(account.id) AND key = \(key.blob)
        """)
      // A device that does not count always says 0.
      if last > 0, counter <= last { try transaction.log(.keyCounter, of: account.email, from: source, at: now) }
      return true
    }
  }

  /// Adds a key, unless the account has changed or can't have it.
  public func add(
    _ key: NewAccountKey, recoveryCodes: [RecoveryCodeDigest], to account: Account, sparing spared: SessionID?,
    from source: AttemptSource
  ) async throws(StoreError) -> Account? {
    try await commit { transaction in
      let now = try transaction.lock(.email(account.email.key))
      guard try transaction.mayAdd(key, to: account), try transaction.revise(account, sparing: spared, at: now) else {
        return nil
      }
      try transaction.insert(key, of: account, from: source, at: now)
      if !recoveryCodes.isEmpty { try transaction.replaceRecoveryCodes(of: account, by: recoveryCodes) }
      try transaction.log(.keyAdded, of: account.email, from: source, at: now)
      return try transaction.account(of: account.email)
    }
  }

  /// Removes a key, unless the account has changed or does not have it.
  public func remove(
    _ key: PublicKey, of account: Account, sparing spared: SessionID?, from source: AttemptSource
  ) async throws(StoreError) -> Account? {
    try await commit { transaction in
      let now = try transaction.lock(.email(account.email.key))
      guard try transaction.sshKeys(of: account.email).contains(where: { $0.key == key }),
        try transaction.revise(account, sparing: spared, at: now)
      else { return nil }
      _ = try transaction.remove(key, of: account, from: source, at: now)
      try transaction.log(.keyRemoved, of: account.email, from: source, at: now)
      return try transaction.account(of: account.email)
    }
  }
}

extension Transaction {
  func sshKeys(of email: EmailAddress) throws -> [AccountKey] {
    try run(
      """
      SELECT second_key.key, name, second_key.added, used, verified FROM signin.second_key
      JOIN signin.account ON account.id = second_key.account
      WHERE account.key = \(email.key) ORDER BY second_key.added, second_key.key
      """
    ).map(AccountKey.init)
  }

  /// Whether the account does not have the key, nor as many as it may have.
  func mayAdd(_ new: NewAccountKey, to account: Account) throws -> Bool {
    let known = try sshKeys(of: account.email)
    return known.count < AccountKey.most && !known.contains { $0.key == new.key }
  }

  /// Adds a key, and turns two-step sign-in on with it if it is off.
  func insert(_ new: NewAccountKey, of account: Account, from source: AttemptSource, at now: Timestamp) throws {
    if account.secondStep == nil {
      let nothing: [UInt8] = []
      try run("INSERT INTO signin.second_step (account, secret, used) VALUES (\(account.id), \(nothing), 0)")
      try log(.secondStepAdded, of: account.email, from: source, at: now)
    }
    try run(
      """
      INSERT INTO signin.second_key (account, key, name, added, counter, verified)
      VALUES (\(account.id), \(new.key.blob), \(new.name), \(now), \(Int64(new.device?.counter ?? 0)),
        \(new.device?.isUserVerified ?? false))
      """)
  }

  /// Removes a key, and the second step with it if it has nothing else. Returns false if the account does not have it.
  func remove(_ key: PublicKey, of account: Account, from source: AttemptSource, at now: Timestamp) throws -> Bool {
    let removed = try run("DELETE FROM signin.second_key WHERE account = \(account.id) AND key = \(key.blob)")
    guard removed.changes > 0 else { return false }
    if account.secondStep?.sealedSecret == nil, try sshKeys(of: account.email).isEmpty {
      try removeSecondStep(of: account)
      try log(.secondStepRemoved, of: account.email, from: source, at: now)
    }
    return true
  }
}
