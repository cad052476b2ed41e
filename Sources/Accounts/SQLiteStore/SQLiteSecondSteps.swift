import SQLite
public import Identity
public import Secrets

extension SQLiteStore: SecondStepStore {
  /// Uses the code of a time step, unless it was used, codes are locked, or the second step is another one.
  public func useCode(of timeStep: Int64, _ account: Account) async throws(StoreError) -> Bool {
    try await write { db in
      try db.execute(
        "UPDATE second_step SET used = ?1, wrong = 0 WHERE account = ? AND secret = ? AND used < ?1 AND wrong < ?",
        [timeStep, account.id, account.secondStep?.sealedSecret, SecondStep.mostWrongCodes]) > 0
    }
  }

  /// Counts a wrong code.
  public func countWrongCode(_ account: Account) async throws(StoreError) {
    try await write { db in
      _ = try db.execute("UPDATE second_step SET wrong = wrong + 1 WHERE account = ?", [account.id])
    }
  }

  /// Uses a recovery code, if the account has it.
  public func useRecoveryCode(
    _ digest: RecoveryCodeDigest, _ account: Account, settling attempt: AttemptID
  ) async throws(StoreError) -> Bool {
    try await write { [clock] db in
      guard let attempt = try db.pendingAttempt(attempt) else { return false }
      let used = try db.execute(
        "DELETE FROM recovery_code WHERE account = ? AND digest = ?", [account.id, digest.bytes])
      guard used > 0 else { return false }
      try db.execute("UPDATE second_step SET wrong = 0 WHERE account = ?", [account.id])
      try db.follow(clock)
      try db.passThrottle(attempt, at: clock.now())
      try db.settle(attempt, as: .change(.recoveryCodeUsed))
      return true
    }
  }

  /// Adds or replaces a second step, unless the account has changed.
  public func add(
    _ step: NewSecondStep, to account: Account, sparing spared: SessionID?, from source: AttemptSource
  ) async throws(StoreError) -> Account? {
    try await write { [clock] db in
      guard try db.revise(account, sparing: spared, at: clock.now()) else { return nil }
      try db.removeSecondStep(of: account.id)
      try db.execute(
        "INSERT INTO second_step (account, secret, used) VALUES (?, ?, ?)",
        [account.id, step.sealedSecret, step.confirmed])
      try db.replaceRecoveryCodes(of: account.id, by: step.recoveryCodes)
      try db.log(.secondStepAdded, of: account.email, from: source, at: clock.now())
      return try db.account(of: account.email)
    }
  }

  /// Replaces the recovery codes, unless the account has changed or has no second step.
  public func replaceRecoveryCodes(
    of account: Account, by digests: [RecoveryCodeDigest], sparing spared: SessionID?, from source: AttemptSource
  ) async throws(StoreError) -> Account? {
    try await changeSecondStep(of: account, .recoveryCodesMade, sparing: spared, from: source) { db in
      try db.replaceRecoveryCodes(of: account.id, by: digests)
    }
  }

  /// Removes the second step, unless the account has changed or has none.
  public func removeSecondStep(
    of account: Account, sparing spared: SessionID?, from source: AttemptSource
  ) async throws(StoreError) -> Account? {
    try await changeSecondStep(of: account, .secondStepRemoved, sparing: spared, from: source) { db in
      try db.removeSecondStep(of: account.id)
    }
  }

  private func changeSecondStep(
    of account: Account, _ change: LoggedChange, sparing spared: SessionID?, from source: AttemptSource,
    _ body: @escaping @Sendable (Database) throws -> Void
  ) async throws(StoreError) -> Account? {
    try await write { [clock] db in
      let now = clock.now()
      guard account.secondStep != nil, try db.revise(account, sparing: spared, at: now) else { return nil }
      try body(db)
      try db.log(change, of: account.email, from: source, at: now)
      return try db.account(of: account.email)
    }
  }

  /// Any of the sealed secrets, or nil if no account has a second step.
  public func sealedSecret() async throws(StoreError) -> SealedSecret? {
    try await read { db in
      try db.first("SELECT account, secret FROM second_step LIMIT 1") { row in
        SealedSecret(account: try row["account"], bytes: try row["secret"])
      }
    }
  }
}

extension Database {
  func removeSecondStep(of account: Int64) throws {
    try execute("DELETE FROM second_step WHERE account = ?", [account])
  }

  /// Replaces the recovery codes of an account that has a second step, whose codes are taken again.
  func replaceRecoveryCodes(of account: Int64, by digests: [RecoveryCodeDigest]) throws {
    guard try execute("UPDATE second_step SET wrong = 0 WHERE account = ?", [account]) > 0 else { return }
    try execute("DELETE FROM recovery_code WHERE account = ?", [account])
    for digest in digests {
      try execute(
        "INSERT OR IGNORE INTO recovery_code (account, digest) VALUES (?, ?)",
        [account, digest.bytes])
    }
  }
}
