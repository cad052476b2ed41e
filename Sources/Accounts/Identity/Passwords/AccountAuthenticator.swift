public import Secrets

/// Proves emails by passwords of ours, and names by the provider that knows them.
public struct AccountAuthenticator: Authenticator {
  private let accounts: any AccountStore
  private let argon2id: Argon2id
  private let names: (any Authenticator)?

  /// - Parameters:
  ///   - accounts: The store, for hashes that are renewed.
  ///   - argon2id: Makes new hashes.
  ///   - names: Proves names; nil where there are only emails.
  public init(accounts: any AccountStore, argon2id: Argon2id, names: (any Authenticator)? = nil) {
    (self.accounts, self.argon2id, self.names) = (accounts, argon2id, names)
  }

  /// Begins the proof that the login needs.
  public func begin(_ login: Login, from source: AttemptSource) async throws(StoreError) -> any Proof {
    guard case .name = login else { return PasswordProof(accounts: accounts, argon2id: argon2id) }
    guard let names else { throw .service(.workerMissing) }
    return try await names.begin(login, from: source)
  }
}

/// Checks one password against the hashes of a store.
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
