public import Identity
public import Secrets

extension PostgreSQLStore: SecondStepStore {
  /// Uses the code of a time step, unless it was used, codes are locked, or the second step is another one.
  public func useCode(of timeStep: Int64, _ account: Account) async throws(StoreError) -> Bool {
    try await write { transaction in
      try transaction.run(
        """
        UPDATE signin.second_step SET used = $1, wrong = 0
        WHERE account = $2 AND secret = $3 AND used < $1 AND wrong < $4
        """,
        [
          Value(timeStep), Value(account.id), account.secondStep.map { Value($0.sealedSecret) } ?? nil,
          Value(SecondStep.mostWrongCodes),
        ]
      ).changes > 0
    }
  }

  /// Counts a wrong code.
  public func countWrongCode(_ account: Account) async throws(StoreError) {
    try await write { transaction in
      try transaction.run("UPDATE signin.second_step SET wrong = wrong + 1 WHERE account = $1", [Value(account.id)])
    }
  }

  /// Uses a recovery code, if the account has it.
  public func useRecoveryCode(
    _ digest: RecoveryCodeDigest, _ account: Account, settling id: AttemptID
  ) async throws(StoreError) -> Bool {
    try await write { transaction in
      guard let found = try transaction.pendingAttempt(id) else { return false }
      let key = found.throttleKey
      let now = try transaction.lock(.email(account.email.key), .email(key.email), .uid(key.source.uid))
      guard let attempt = try transaction.lockedAttempt(found) else { return false }
      let used = try transaction.run(
        "DELETE FROM signin.recovery_code WHERE account = $1 AND digest = $2",
        [Value(account.id), Value(digest.bytes)])
      guard used.changes > 0 else { return false }
      try transaction.run("UPDATE signin.second_step SET wrong = 0 WHERE account = $1", [Value(account.id)])
      try transaction.passThrottle(attempt, at: now)
      try transaction.settle(attempt, as: .change(.recoveryCodeUsed))
      return true
    }
  }

  /// Adds or replaces a second step, unless the account has changed.
  public func add(
    _ step: NewSecondStep, to account: Account, sparing spared: SessionID?, from source: AttemptSource
  ) async throws(StoreError) -> Account? {
    try await write { transaction in
      let now = try transaction.lock(.email(account.email.key))
      guard try transaction.revise(account, sparing: spared, at: now) else { return nil }
      try transaction.removeSecondStep(of: account)
      try transaction.run(
        "INSERT INTO signin.second_step (account, secret, used) VALUES ($1, $2, $3)",
        [Value(account.id), Value(step.sealedSecret), Value(step.confirmed)])
      try transaction.replaceRecoveryCodes(of: account, by: step.recoveryCodes)
      try transaction.log(.secondStepAdded, of: account.email, from: source, at: now)
      return try transaction.account(of: account.email)
    }
  }

  /// Replaces the recovery codes, unless the account has changed or has no second step.
  public func replaceRecoveryCodes(
    of account: Account, by digests: [RecoveryCodeDigest], sparing spared: SessionID?, from source: AttemptSource
  ) async throws(StoreError) -> Account? {
    try await changeSecondStep(of: account, .recoveryCodesMade, sparing: spared, from: source) { transaction in
      try transaction.replaceRecoveryCodes(of: account, by: digests)
    }
  }

  /// Removes the second step, unless the account has changed or has none.
  public func removeSecondStep(
    of account: Account, sparing spared: SessionID?, from source: AttemptSource
  ) async throws(StoreError) -> Account? {
    try await changeSecondStep(of: account, .secondStepRemoved, sparing: spared, from: source) { transaction in
      try transaction.removeSecondStep(of: account)
    }
  }

  private func changeSecondStep(
    of account: Account, _ change: LoggedChange, sparing spared: SessionID?, from source: AttemptSource,
    _ body: @escaping @Sendable (Transaction) throws -> Void
  ) async throws(StoreError) -> Account? {
    try await write { transaction in
      let now = try transaction.lock(.email(account.email.key))
      guard account.secondStep != nil, try transaction.revise(account, sparing: spared, at: now) else { return nil }
      try body(transaction)
      try transaction.log(change, of: account.email, from: source, at: now)
      return try transaction.account(of: account.email)
    }
  }

  /// Any of the sealed secrets, or nil if no account has a second step.
  public func sealedSecret() async throws(StoreError) -> SealedSecret? {
    let rows = try await read("SELECT account, secret FROM signin.second_step LIMIT 1")
    return try decoded {
      guard let row = rows.first, let secret = try row.optionalBytes("secret") else { return nil }
      return SealedSecret(account: try row.number("account"), bytes: secret)
    }
  }
}

extension PostgreSQLStore: SealedSecretStore {
  /// The secrets of the accounts with higher numbers than `account`, in order.
  public func sealedSecrets(after account: Int64, limit: Int) async throws(StoreError) -> [SealedSecret] {
    let rows = try await read(
      "SELECT account, secret FROM signin.second_step WHERE account > $1 ORDER BY account LIMIT $2",
      [Value(account), Value(limit)])
    return try decoded { try rows.map(SealedSecret.init) }
  }

  /// Replaces the bytes of a secret, unless its owner has replaced it meanwhile.
  public func replace(_ secret: SealedSecret, by bytes: [UInt8]) async throws(StoreError) -> Bool {
    try await write { transaction in
      try transaction.run(
        "UPDATE signin.second_step SET secret = $1 WHERE account = $2 AND secret = $3",
        [Value(bytes), Value(secret.account), Value(secret.bytes)]
      ).changes > 0
    }
  }

  /// Calls `body` with all secrets. The lock of the table keeps all hosts from adding one until it has returned.
  public func withAllSealedSecrets<R: Sendable>(
    _ body: @Sendable ([SealedSecret]) throws -> R
  ) async throws(StoreError) -> R {
    try await write { transaction in
      try transaction.run("LOCK TABLE signin.second_step IN SHARE ROW EXCLUSIVE MODE")
      let rows = try transaction.run("SELECT account, secret FROM signin.second_step ORDER BY account")
      return try body(rows.map(SealedSecret.init))
    }
  }
}

extension SealedSecret {
  fileprivate init(_ row: Row) throws {
    guard let secret = try row.optionalBytes("secret") else { throw ServerError.lost }
    self.init(account: try row.number("account"), bytes: secret)
  }
}

extension Transaction {
  func removeSecondStep(of account: Account) throws {
    try run("DELETE FROM signin.second_step WHERE account = $1", [Value(account.id)])
  }

  /// Replaces the recovery codes of an account that has a second step, whose codes are taken again.
  func replaceRecoveryCodes(of account: Account, by digests: [RecoveryCodeDigest]) throws {
    let step = try run("UPDATE signin.second_step SET wrong = 0 WHERE account = $1", [Value(account.id)])
    guard step.changes > 0 else { return }
    try run(
      [Statement("DELETE FROM signin.recovery_code WHERE account = $1", [Value(account.id)])]
        + digests.map { digest in
          Statement(
            "INSERT INTO signin.recovery_code (account, digest) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            [Value(account.id), Value(digest.bytes)])
        })
  }
}
