import Secrets

extension AccountAdministration {
  /// Returns the hash of a new password. First it records `policy`, under which the password was accepted, in the
  /// store, so that its owner can sign in even if the policy changes.
  func hash(
    ofNew password: SealedPassword, by argon2id: Argon2id, under policy: PasswordPolicy
  ) async throws(StoreError) -> PasswordHash {
    let hash = try await hashing { () throws(HashingError) in try argon2id.hash(password) }
    _ = try await widestPasswordLength(including: policy.length)
    return hash
  }
}
