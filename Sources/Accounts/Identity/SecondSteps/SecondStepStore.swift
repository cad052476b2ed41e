public import SSHKeys
public import Secrets

/// Reads the keys of accounts.
public protocol AccountKeyReading: Sendable {
  /// Returns the keys of the account of `email`, the first added first; none if there is no such account.
  func sshKeys(of email: EmailAddress) async throws(StoreError) -> [AccountKey]
}

/// The second steps of accounts. Every operation is one atomic step, also against other processes.
public protocol SecondStepStore: AccountKeyReading {
  /// Uses the code of a time step, and clears the wrong codes in a row. A code is good once: this is refused for a time
  /// step that is not later than the last one used. It is refused, too, if codes are locked or the second step has
  /// changed since `account` was read.
  /// - Returns: Whether the code may be used.
  func useCode(of timeStep: Int64, _ account: Account) async throws(StoreError) -> Bool

  /// Counts a wrong code.
  func countWrongCode(_ account: Account) async throws(StoreError)

  /// Uses a recovery code, which is good once, and clears the wrong codes in a row. The row of `attempt`, with which the code
  /// was charged, becomes ``LoggedChange/recoveryCodeUsed``, which is neither a failure nor a success.
  /// - Returns: How many recovery codes are left; nil, and nothing is done, if the account does not have this one, or if the
  ///   attempt is settled.
  func useRecoveryCode(
    _ digest: RecoveryCodeDigest, _ account: Account, settling attempt: AttemptID
  ) async throws(StoreError) -> Int?

  /// Notes that a key was used. If its device counts, and the counter has not grown since, the log has a row about it: perhaps
  /// somebody has a copy.
  /// - Parameter device: What the device says; nil for a key in a file.
  /// - Returns: Whether the account has the key.
  func use(
    _ key: PublicKey, on device: KeySignature.Device?, of account: Account, from source: AttemptSource
  ) async throws(StoreError) -> Bool

  /// Adds a key to `account`, and turns two-step sign-in on if it is off. The account's sessions end, except `spared`.
  /// - Parameter recoveryCodes: The recovery codes of an account that has none; none for others.
  /// - Returns: The account as it is now; nil if it has changed since `account` was read, has the key or as many as it may
  ///   have, or `spared` has ended, and nothing was done.
  func add(
    _ key: NewAccountKey, recoveryCodes: [RecoveryCodeDigest], to account: Account, sparing spared: SessionID?,
    from source: AttemptSource
  ) async throws(StoreError) -> Account?

  /// Removes a key of `account` for its owner. Where it was the only factor, two-step sign-in is off then, and the recovery codes
  /// go too. The account's sessions end, except `spared`.
  /// - Returns: The account as it is now; nil as above, or if it does not have the key.
  func remove(
    _ key: PublicKey, of account: Account, sparing spared: SessionID?, from source: AttemptSource
  ) async throws(StoreError) -> Account?

  /// Adds codes as a second step to `account`, or replaces those that it has. The account's sessions end, except `spared`.
  /// - Returns: The account as it is now; nil if it has changed since `account` was read, or `spared` has ended, and
  ///   nothing was done.
  func add(
    _ step: NewSecondStep, to account: Account, sparing spared: SessionID?, from source: AttemptSource
  ) async throws(StoreError) -> Account?

  /// Replaces the recovery codes of `account` for its owner. Codes from the device are taken again. The account's sessions
  /// end, except `spared`.
  /// - Returns: The account as it is now; nil if it has changed since `account` was read, has no second step, or `spared`
  ///   has ended, and nothing was done.
  func replaceRecoveryCodes(
    of account: Account, by digests: [RecoveryCodeDigest], sparing spared: SessionID?, from source: AttemptSource
  ) async throws(StoreError) -> Account?

  /// Removes the second step of `account` for its owner, with its recovery codes. The account's sessions end, except
  /// `spared`.
  /// - Returns: The account as it is now; nil as above.
  func removeSecondStep(
    of account: Account, sparing spared: SessionID?, from source: AttemptSource
  ) async throws(StoreError) -> Account?

  /// Any of the sealed secrets, or nil if no account has a second step. The key that sealed it must not be replaced, and
  /// no other one may seal.
  func sealedSecret() async throws(StoreError) -> SealedSecret?
}

/// The sealed secrets of a store, for the rotation of their key.
public protocol SealedSecretStore: Sendable {
  /// The secrets of the accounts with higher numbers than `account`, in order, `limit` at most.
  func sealedSecrets(after account: Int64, limit: Int) async throws(StoreError) -> [SealedSecret]

  /// Replaces the bytes of a secret, unless its owner has replaced it meanwhile.
  /// - Returns: Whether it did.
  func replace(_ secret: SealedSecret, by bytes: [UInt8]) async throws(StoreError) -> Bool

  /// Calls `body` with all secrets, while nobody adds one. It may be called again.
  func withAllSealedSecrets<Value: Sendable>(
    _ body: @Sendable ([SealedSecret]) throws -> Value
  ) async throws(StoreError) -> Value
}
