public import Secrets

/// Checks passwords against the accounts of a store.
public struct PasswordAuthenticator: Authenticator {
  private let accounts: any AccountStore
  private let argon2id: Argon2id

  /// - Parameters:
  ///   - accounts: The store of the hashes.
  ///   - argon2id: Makes new hashes. An unknown email costs the same work.
  public init(accounts: any AccountStore, argon2id: Argon2id) {
    self.accounts = accounts
    self.argon2id = argon2id
  }

  /// Verifies the password. Renews the hash of a right password if the parameters have been raised since.
  ///
  /// An unknown email costs one hash, and so does a locked account. The times can differ only for an account whose hash
  /// has other parameters than the configured ones, until its owner next signs in.
  public func authenticate(
    _ email: EmailAddress, _ password: SealedPassword
  ) async throws(StoreError) -> Authentication {
    guard let account = try await accounts.account(of: email) else {
      try hashing { () throws(HashingError) in try argon2id.burn(password) }
      return .refused
    }
    let isRight = try hashing { () throws(HashingError) in
      try argon2id.verify(password, against: account.passwordHash)
    }
    guard isRight, !account.isLocked else { return .refused }
    await renewHash(of: account, password)
    return .accepted(account)
  }

  /// Ignores a failure. The current hash stays good, and the owner must not be kept out.
  private func renewHash(of account: Account, _ password: SealedPassword) async {
    guard argon2id.isWeaker(account.passwordHash), let renewed = try? argon2id.hash(password) else { return }
    try? await accounts.rehash(account, to: renewed)
  }
}
