public import Identity
internal import Secrets

extension PostgreSQLStore: AttemptLog {
  /// Asks `throttle` and records the attempt, in one transaction. Others at the same email, or by the same uid, wait.
  public func charge(
    _ email: EmailAddress, from source: AttemptSource, under throttle: Throttle
  ) async throws(StoreError) -> Charge {
    try await charge(locking: email, from: source, under: throttle) { transaction in
      (email, try transaction.account(of: email))
    }
  }

  /// The same for a login that somebody typed, which is kept in clear only if somebody has it.
  public func charge(
    typed login: Login, from source: AttemptSource, under throttle: Throttle
  ) async throws(StoreError) -> Charge {
    // Whoever settles the attempt takes the lock of the address that stands for it.
    let unknown = EmailAddress(unknown: login.email, by: try await loginKey())
    return try await charge(locking: login.email, unknown, from: source, under: throttle) { transaction in
      let (account, isLinked, key) = try transaction.owner(of: login)
      let unknown = EmailAddress(unknown: login.email, by: key)
      return (account != nil || isLinked ? login.email : unknown, account)
    }
  }

  /// - Parameter find: Returns the email to count and record, and its account.
  private func charge(
    locking emails: EmailAddress..., from source: AttemptSource, under throttle: Throttle,
    _ find: @Sendable (Transaction) throws -> (EmailAddress, Account?)
  ) async throws(StoreError) -> Charge {
    try await write { transaction in
      let now = try transaction.lock(emails.map { .email($0.key) } + [.uid(source.counted.uid)])
      let (email, account) = try find(transaction)
      let key = ThrottleKey(email: email.key, source: source.counted)
      switch try transaction.judge(key, under: throttle, at: now) {
      case .mustWait: return .mustWait
      case .blocked(let seconds):
        try transaction.recordBlocked(email, from: source, at: now)
        return .blocked(seconds: seconds)
      case .disabled:
        try transaction.recordBlocked(email, from: source, at: now)
        return .disabled
      case .admitted:
        let id = try transaction.insertAttempt(email, .pending, from: source, at: now)
        let rows = try transaction.run([
          Transaction.keepPending(id, key, at: now), HashCost.costliest, ForeignHash.costliest,
        ])
        return .admitted(
          Admission(
            attempt: id, account: account, costliestHash: HashCost(costliest: rows[1]),
            foreignHashes: ForeignHash.hashes(in: rows[2])))
      }
    }
  }

  /// Records the outcome of a charged attempt, and opens its session, in one transaction.
  public func settle(
    _ id: AttemptID, as settlement: Settlement, under throttle: Throttle
  ) async throws(StoreError) -> Settled {
    try await write { transaction in
      // An attempt that is not on record signs nobody in.
      guard let found = try transaction.pendingAttempt(id) else { return .refused(blockedFor: nil) }
      let now = try transaction.lock(.email(found.throttleKey.email), .uid(found.throttleKey.source.uid))
      guard let attempt = try transaction.lockedAttempt(found) else { return .refused(blockedFor: nil) }
      return try transaction.settle(attempt, as: settlement, under: throttle, at: now)
    }
  }

  /// Records that `owner` signed out where no session was open.
  public func recordSignOut(of owner: Owner, from source: AttemptSource) async throws(StoreError) {
    try await write { [clock] transaction in
      let now = try transaction.lock(.email(owner.email.key))
      guard try !transaction.run([OwnerCondition(owner, at: clock).query])[0].isEmpty else { return }
      try transaction.log(.signedOut, of: owner.email, from: source, at: now)
    }
  }
}

extension Transaction: SettlingTransaction {
  /// Nobody else can change the account until the transaction ends.
  func recordSignIn(to account: Account, of email: EmailAddress, at now: Timestamp) throws -> Bool {
    try run(
      """
      UPDATE signin.account SET signed_in = signin.at($4) WHERE id = $1 AND key = $2 AND revision = $3 AND NOT locked
      """,
      [Value(account.id), Value(email.key), Value(account.revision), Value(now.milliseconds)]
    ).changes > 0
  }
}
