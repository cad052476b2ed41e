public import Secrets

/// Checks passwords against the accounts of a store.
public struct PasswordAuthenticator: Authenticator {
  private let accounts: any AccountStore
  private let argon2id: Argon2id

  /// - Parameters:
  ///   - accounts: Where the hashes are.
  ///   - argon2id: The work that new hashes are made with, and that an unknown email costs.
  public init(accounts: any AccountStore, argon2id: Argon2id) {
    self.accounts = accounts
    self.argon2id = argon2id
  }

  /// Verifies, and renews the hash of a right password when its parameters have been raised since.
  ///
  /// An unknown email costs one hash, a locked account too. The times can differ only where an account still has a
  /// hash of other parameters than the configured ones, until its owner next signs in.
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

  /// A failure leaves the old hash, which is good still, and must not keep its owner out.
  private func renewHash(of account: Account, _ password: SealedPassword) async {
    guard argon2id.isWeaker(account.passwordHash), let renewed = try? argon2id.hash(password) else { return }
    try? await accounts.rehash(account, to: renewed)
  }
}
