public import Identity
public import Secrets

extension Throttle {
  /// A throttle that never blocks.
  public static let none = Throttle(firstBlockingFailure: .max)
}

extension AttemptLog {
  /// Settles an attempt under the usual throttle.
  @discardableResult
  public func settle(_ id: AttemptID, as settlement: Settlement) async throws(StoreError) -> Settled {
    try await settle(id, as: settlement, under: Throttle())
  }
}

extension AccountStore where Self: AttemptLog {
  /// The account of `email`, added if there is none.
  public func newAccount(_ email: EmailAddress) async throws(StoreError) -> Account {
    _ = try await add(email, .sample())
    guard let account = try await account(of: email) else { throw .damaged(.corrupt, path: "just added") }
    return account
  }

  /// Settles an attempt as a sign-in to the account of `email`, which is added if there is none.
  public func settle(_ id: AttemptID, asSignInOf email: EmailAddress) async throws(StoreError) {
    try await settle(id, as: .signedIn(newAccount(email), opening: nil))
  }

  /// Opens a session by an attempt that no throttle blocks. Nil if the sign-in is refused.
  public func open(
    _ token: TokenDigest, for account: Account, lasting lifetime: SessionLifetime, by uid: UInt32? = nil
  ) async throws(StoreError) -> Session? {
    guard case .admitted(let admission) = try await charge(account.email, from: .at("session"), under: .none) else {
      return nil
    }
    let opening = NewSession(token: token, lifetime: lifetime, uid: uid)
    guard case .signedIn(let session) = try await settle(admission.attempt, as: .signedIn(account, opening: opening))
    else {
      return nil
    }
    return session
  }
}

extension SecondStepStore where Self: AttemptLog {
  /// Uses a recovery code in an attempt of its own.
  public func useRecoveryCode(
    _ digest: RecoveryCodeDigest, _ account: Account, from source: AttemptSource
  ) async throws -> Bool {
    guard case .admitted(let admission) = try await charge(account.email, from: source, under: .none) else {
      throw AttemptBlocked()
    }
    let isUsed = try await useRecoveryCode(digest, account, settling: admission.attempt) != nil
    if !isUsed { _ = try await settle(admission.attempt, as: .notAccepted, under: .none) }
    return isUsed
  }
}
