public import Identity
public import Secrets

extension InMemoryStore {
  /// Uses the code of a time step.
  public func useCode(of timeStep: Int64, _ account: Account) async throws(StoreError) -> Bool {
    try step { state, _ in
      guard let step = state.accounts[account.email]?.account.secondStep, !step.isLocked, step.lastUsed < timeStep,
        step.sealedSecret == account.secondStep?.sealedSecret
      else { return false }
      state.accounts[account.email]?.account.secondStep = SecondStep(
        sealedSecret: step.sealedSecret, lastUsed: timeStep, wrongCodes: 0)
      return true
    }
  }

  /// Counts a wrong code.
  public func countWrongCode(_ account: Account) async throws(StoreError) {
    try step { state, _ in
      guard let step = state.accounts[account.email]?.account.secondStep else { return }
      state.accounts[account.email]?.account.secondStep = SecondStep(
        sealedSecret: step.sealedSecret, lastUsed: step.lastUsed, wrongCodes: step.wrongCodes + 1)
    }
  }

  /// Uses a recovery code.
  public func useRecoveryCode(
    _ digest: RecoveryCodeDigest, _ account: Account, settling attempt: AttemptID
  ) async throws(StoreError) -> Int? {
    try step { state, now in
      guard let index = state.attempts.firstIndex(where: { $0.id == attempt && $0.outcome == .pending }),
        var current = state.accounts[account.email]?.account, let step = current.secondStep,
        state.recoveryCodes[account.id, default: []].contains(digest)
      else { return nil }
      let left = state.recoveryCodes[account.id, default: []].filter { $0 != digest }
      state.replaceRecoveryCodes(of: &current, by: left)
      state.accounts[account.email]?.account = current
      state.attempts[index] = state.attempts[index].settled(as: .change(.recoveryCodeUsed))
      state.throttle.pass(attempt, at: now)
      return step.sealedSecret == current.secondStep?.sealedSecret ? left.count : nil
    }
  }

  /// Adds or replaces a second step.
  public func add(
    _ new: NewSecondStep, to account: Account, sparing spared: SessionID?, from source: AttemptSource
  ) async throws(StoreError) -> Account? {
    try step { state, now in
      guard var current = state.accounts[account.email]?.account, current.id == account.id,
        current.revision == account.revision, state.isOpen(spared, of: current)
      else { return nil }
      current.revision += 1
      current.secondStep = SecondStep(sealedSecret: new.sealedSecret, lastUsed: new.confirmed, wrongCodes: 0)
      state.replaceRecoveryCodes(of: &current, by: new.recoveryCodes)
      state.sittings.removeAll { $0.session.email == account.email && $0.session.id != spared }
      state.accounts[account.email]?.account = current
      state.log(.change(.secondStepAdded), of: account.email, from: source, at: now)
      return current
    }
  }

  /// Replaces the recovery codes.
  public func replaceRecoveryCodes(
    of account: Account, by digests: [RecoveryCodeDigest], sparing spared: SessionID?, from source: AttemptSource
  ) async throws(StoreError) -> Account? {
    try step { state, now in
      guard var current = state.revised(account, sparing: spared), current.secondStep != nil else { return nil }
      state.replaceRecoveryCodes(of: &current, by: digests)
      state.keep(current, sparing: spared)
      state.log(.change(.recoveryCodesMade), of: account.email, from: source, at: now)
      return current
    }
  }

  /// Removes the second step.
  public func removeSecondStep(
    of account: Account, sparing spared: SessionID?, from source: AttemptSource
  ) async throws(StoreError) -> Account? {
    try step { state, now in
      guard var current = state.revised(account, sparing: spared), current.secondStep != nil else { return nil }
      state.removeSecondStep(of: &current)
      state.keep(current, sparing: spared)
      state.log(.change(.secondStepRemoved), of: account.email, from: source, at: now)
      return current
    }
  }

  /// Any of the sealed secrets, or nil if no account has a second step.
  public func sealedSecret() async throws(StoreError) -> SealedSecret? {
    try step { state, _ in
      state.accounts.values.lazy.compactMap { entry in
        entry.account.secondStep?.sealedSecret.map { SealedSecret(account: entry.account.id, bytes: $0) }
      }.first
    }
  }
}

extension InMemoryStore.State {
  /// The account with its next revision; nil if it has changed, or `spared` has ended.
  func revised(_ account: Account, sparing spared: SessionID?) -> Account? {
    guard var current = accounts[account.email]?.account, current.id == account.id,
      current.revision == account.revision, isOpen(spared, of: current)
    else { return nil }
    current.revision += 1
    return current
  }

  /// Keeps a changed account, and ends its sessions.
  mutating func keep(_ account: Account, sparing spared: SessionID?) {
    accounts[account.email]?.account = account
    sittings.removeAll { $0.session.email == account.email && $0.session.id != spared }
  }

  /// Replaces the recovery codes of an account, whose codes are taken again.
  mutating func replaceRecoveryCodes(of account: inout Account, by digests: [RecoveryCodeDigest]) {
    guard let step = account.secondStep else { return }
    recoveryCodes[account.id] = digests
    account.secondStep = SecondStep(sealedSecret: step.sealedSecret, lastUsed: step.lastUsed, wrongCodes: 0)
  }
}
