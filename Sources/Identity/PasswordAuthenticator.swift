public import Secrets

/// Checks passwords against the accounts of a store.
public struct PasswordAuthenticator: Authenticator {
  private let accounts: any AccountStore
  private let argon2id: Argon2id

  /// - Parameters:
  ///   - accounts: The store of the hashes.
  ///   - argon2id: Makes new hashes.
  public init(accounts: any AccountStore, argon2id: Argon2id) {
    self.accounts = accounts
    self.argon2id = argon2id
  }

  /// Verifies the password. Renews the hash of a right password if new hashes have another cost.
  ///
  /// Every attempt costs the same: as much as the dearest hash in the store or a new one, whichever is dearer. This holds
  /// for unknown emails, for locked accounts, and for hashes of any cost. See Decisions/0085-equal-cost.md.
  public func authenticate(
    _ email: EmailAddress, _ password: SealedPassword
  ) async throws(StoreError) -> Authentication {
    let account = try await accounts.account(of: email)
    let dearest = try await accounts.dearestHashCost()
    let isRight = try hashing { () throws(HashingError) in
      try argon2id.verify(password, against: account?.passwordHash, spending: dearest)
    }
    guard isRight, let account, !account.isLocked else { return .refused }
    await renewHash(of: account, password)
    return .accepted(account)
  }

  /// Ignores a failure. The current hash stays good, and the owner must not be kept out.
  private func renewHash(of account: Account, _ password: SealedPassword) async {
    guard !argon2id.isCurrent(account.passwordHash), let renewed = try? argon2id.hash(password) else { return }
    try? await accounts.rehash(account, to: renewed)
  }
}
