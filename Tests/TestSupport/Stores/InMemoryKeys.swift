public import Identity
public import SSHKeys
public import Secrets

extension InMemoryStore {
  /// Returns the keys of an account.
  public func sshKeys(of email: EmailAddress) async throws(StoreError) -> [AccountKey] {
    try step { state, _ in state.accounts[email].map { state.keys[$0.account.id, default: []].map(\.key) } ?? [] }
  }

  /// Notes that a key was used.
  public func use(
    _ key: PublicKey, on device: KeySignature.Device?, of account: Account, from source: AttemptSource
  ) async throws(StoreError) -> Bool {
    try step { state, now in
      guard let index = state.keys[account.id]?.firstIndex(where: { $0.key.key == key }),
        let known = state.keys[account.id]?[index]
      else { return false }
      let counter = device?.counter ?? 0
      let used = AccountKey(
        key, name: known.key.name, added: known.key.added, lastUsed: now,
        isUserVerified: device?.isUserVerified ?? false)
      state.keys[account.id]?[index] = (used, max(known.counter, counter))
      if known.counter > 0, counter <= known.counter {
        state.log(.change(.keyCounter), of: account.email, from: source, at: now)
      }
      return true
    }
  }

  /// Adds a key.
  public func add(
    _ key: NewAccountKey, recoveryCodes: [RecoveryCodeDigest], to account: Account, sparing spared: SessionID?,
    from source: AttemptSource
  ) async throws(StoreError) -> Account? {
    try step { state, now in
      guard state.mayAdd(key, to: account), var current = state.revised(account, sparing: spared) else { return nil }
      state.insert(key, of: &current, from: source, at: now)
      if !recoveryCodes.isEmpty { state.replaceRecoveryCodes(of: &current, by: recoveryCodes) }
      state.keep(current, sparing: spared)
      state.log(.change(.keyAdded), of: account.email, from: source, at: now)
      return current
    }
  }

  /// Removes a key.
  public func remove(
    _ key: PublicKey, of account: Account, sparing spared: SessionID?, from source: AttemptSource
  ) async throws(StoreError) -> Account? {
    try step { state, now in
      guard var current = state.revised(account, sparing: spared),
        state.remove(key, of: &current, from: source, at: now)
      else { return nil }
      state.keep(current, sparing: spared)
      state.log(.change(.keyRemoved), of: account.email, from: source, at: now)
      return current
    }
  }
}

extension InMemoryStore.State {
  func mayAdd(_ new: NewAccountKey, to account: Account) -> Bool {
    let known = keys[account.id, default: []]
    return known.count < AccountKey.most && !known.contains { $0.key.key == new.key }
  }

  mutating func insert(_ new: NewAccountKey, of account: inout Account, from source: AttemptSource, at now: Timestamp) {
    if account.secondStep == nil {
      account.secondStep = SecondStep(sealedSecret: nil, lastUsed: 0, wrongCodes: 0)
      log(.change(.secondStepAdded), of: account.email, from: source, at: now)
    }
    let key = AccountKey(new.key, name: new.name, added: now, isUserVerified: new.device?.isUserVerified ?? false)
    keys[account.id, default: []].append((key, new.device?.counter ?? 0))
  }

  mutating func remove(_ key: PublicKey, of account: inout Account, from source: AttemptSource, at now: Timestamp)
    -> Bool
  {
    guard let index = keys[account.id]?.firstIndex(where: { $0.key.key == key }) else { return false }
    keys[account.id]?.remove(at: index)
    if keys[account.id]?.isEmpty == true, account.secondStep?.sealedSecret == nil {
      removeSecondStep(of: &account)
      log(.change(.secondStepRemoved), of: account.email, from: source, at: now)
    }
    return true
  }

  mutating func removeSecondStep(of account: inout Account) {
    (account.secondStep, recoveryCodes[account.id], keys[account.id]) = (nil, nil, nil)
  }
}
