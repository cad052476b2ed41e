import Secrets

extension AccountStore {
  /// The hash of a password that its owner is going to have. The policy that it was found good under is entered into the
  /// store first, so that its owner can sign in whatever the policy will be.
  func hash(
    ofNew password: SealedPassword, by argon2id: Argon2id, under policy: PasswordPolicy
  ) async throws(StoreError) -> PasswordHash {
    let hash = try hashing { () throws(HashingError) in try argon2id.hash(password) }
    _ = try await widestPasswordLength(including: policy.length)
    return hash
  }
}
