import GRDB
public import Identity
public import Secrets

extension SQLiteStore: SecondStepStore {
  /// Uses the code of a time step, unless it was used, codes are locked, or the second step is another one.
  public func useCode(of timeStep: Int64, _ account: Account) async throws(StoreError) -> Bool {
    try await write { db in
      try db.execute(
        sql: "UPDATE second_step SET used = ?1, wrong = 0 WHERE account = ? AND secret = ? AND used < ?1 AND wrong < ?",
        arguments: [timeStep, account.id, account.secondStep?.sealedSecret.blob, SecondStep.mostWrongCodes])
      return db.changesCount > 0
    }
  }

  /// Counts a wrong code.
  public func countWrongCode(_ account: Account) async throws(StoreError) {
    try await write { db in
      try db.execute(sql: "UPDATE second_step SET wrong = wrong + 1 WHERE account = ?", arguments: [account.id])
    }
  }

  /// Uses a recovery code, if the account has it.
  public func useRecoveryCode(
    _ digest: RecoveryCodeDigest, _ account: Account, from source: AttemptSource
  ) async throws(StoreError) -> Bool {
    try await write { [clock] db in
      try db.execute(
        sql: "DELETE FROM recovery_code WHERE account = ? AND digest = ?", arguments: [account.id, digest.bytes.blob])
      guard db.changesCount > 0 else { return false }
      try db.execute(sql: "UPDATE second_step SET wrong = 0 WHERE account = ?", arguments: [account.id])
      try db.log(.recoveryCodeUsed, of: account.email, from: source, at: clock.now())
      return true
    }
  }

  /// Adds or replaces a second step, unless the account has changed.
  public func add(
    _ step: NewSecondStep, to account: Account, sparing spared: SessionID?, from source: AttemptSource
  ) async throws(StoreError) -> Account? {
    try await write { [clock] db in
      try db.execute(
        sql: "UPDATE account SET revision = revision + 1 WHERE id = ? AND revision = ?",
        arguments: [account.id, account.revision])
      guard db.changesCount > 0 else { return nil }
      try db.execute(
        sql: "DELETE FROM session WHERE account = ? AND id IS NOT ?", arguments: [account.id, spared?.text])
      try db.removeSecondStep(of: account.id)
      try db.execute(
        sql: "INSERT INTO second_step (account, secret, used) VALUES (?, ?, ?)",
        arguments: [account.id, step.sealedSecret.blob, step.confirmed])
      try db.replaceRecoveryCodes(of: account.id, by: step.recoveryCodes)
      try db.log(.secondStepAdded, of: account.email, from: source, at: clock.now())
      return try db.account(of: account.email)
    }
  }

  /// Any of the sealed secrets, or nil if no account has a second step.
  public func sealedSecret() async throws(StoreError) -> SealedSecret? {
    try await read { db in
      let row = try Row.fetchOne(db, sql: "SELECT account, secret FROM second_step LIMIT 1")
      guard let row, let secret = try row.blob("secret") else { return nil }
      return SealedSecret(account: try row.decode(forColumn: "account"), bytes: secret)
    }
  }
}

extension Database {
  func removeSecondStep(of account: Int64) throws {
    try execute(sql: "DELETE FROM second_step WHERE account = ?", arguments: [account])
  }

  /// Replaces the recovery codes of an account that has a second step, whose codes are taken again.
  func replaceRecoveryCodes(of account: Int64, by digests: [RecoveryCodeDigest]) throws {
    try execute(sql: "UPDATE second_step SET wrong = 0 WHERE account = ?", arguments: [account])
    guard changesCount > 0 else { return }
    try execute(sql: "DELETE FROM recovery_code WHERE account = ?", arguments: [account])
    for digest in digests {
      try execute(
        sql: "INSERT OR IGNORE INTO recovery_code (account, digest) VALUES (?, ?)",
        arguments: [account, digest.bytes.blob])
    }
  }
}
