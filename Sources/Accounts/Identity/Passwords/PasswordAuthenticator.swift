public import Secrets

/// Checks passwords against the hashes of a store. A proof is one password.
public struct PasswordAuthenticator: Authenticator {
  private let accounts: any AccountStore
  private let argon2id: Argon2id

  /// - Parameters:
  ///   - accounts: The store, for hashes that are renewed.
  ///   - argon2id: Makes new hashes.
  public init(accounts: any AccountStore, argon2id: Argon2id) {
    self.accounts = accounts
    self.argon2id = argon2id
  }

  /// Begins a proof that asks for the password.
  public func begin(_ login: Login, from source: AttemptSource) async throws(StoreError) -> any Proof {
    PasswordProof(accounts: accounts, argon2id: argon2id)
  }
}

private struct PasswordProof: Proof {
  let accounts: any AccountStore
  let argon2id: Argon2id
  let challenge = Challenge(.password)

  func proceed() async throws(StoreError) -> ProofStep { .ask([challenge]) }

  /// Verifies the password. Renews the hash of a right password if new hashes have another cost. Reads nothing: the
  /// charge did.
  ///
  /// Every attempt costs the same: as much as the costliest hash in the store or a new one, whichever is costlier. This holds
  /// for unknown emails, for locked accounts, for accounts without a password, and for hashes of any cost. See Decisions/0085-equal-cost.md.
  @concurrent
  func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep {
    guard case .secret(let password, challenge.id) = answer else { return .refused }
    let memory = argon2id.memoryKiB(
      against: admission.account?.passwordHash, spending: admission.costliestHash,
      and: admission.foreignHashes)
    let isRight = try await hashing(memory) { () throws(HashingError) in
      try argon2id.verify(
        password, against: admission.account?.passwordHash, spending: admission.costliestHash,
        and: admission.foreignHashes)
    }
    guard isRight, let account = admission.account, !account.isLocked else { return .refused }
    await renewHash(of: account, password)
    return .proven(account.subject)
  }

  /// Ignores a failure. The current hash stays good, and the owner must not be kept out.
  private func renewHash(of account: Account, _ password: SealedPassword) async {
    guard let hash = account.passwordHash, argon2id.renews(hash, of: password),
      let renewed = try? await hashing(
        argon2id.cost.memoryKiB, { () throws(HashingError) in try argon2id.hash(password) })
    else { return }
    try? await accounts.rehash(account, to: renewed)
  }
}
