public import Identity
public import Secrets

extension InMemoryStore {
  /// Whether there are no accounts.
  public func isEmpty() async throws(StoreError) -> Bool {
    try step { state, _ in state.accounts.isEmpty }
  }

  /// The account of `email`.
  public func account(of email: EmailAddress) async throws(StoreError) -> Account? {
    try step { state, _ in state.accounts[email]?.account }
  }

  /// The email that an account has now.
  public func currentEmail(of account: AccountReference) async throws(StoreError) -> EmailAddress? {
    try step { state, _ in
      guard state.loginKey.reference(to: account.number) == account else { return nil }
      return state.accounts.values.first { $0.account.id == account.number }?.account.email
    }
  }

  /// A reference to an account, as a session of it has.
  public func reference(to account: Account) throws(StoreError) -> AccountReference {
    try step { state, _ in state.loginKey.reference(to: account.id) }
  }

  /// The cost of the costliest hash.
  public func costliestHashCost() async throws(StoreError) -> HashCost? {
    try step { state, _ in state.costliestHash }
  }

  /// The accounts after `email`, by key.
  public func accounts(after email: EmailAddress?, limit: Int) async throws(StoreError) -> [AccountSummary] {
    try step { state, _ in
      let sorted = state.accounts.values.map { account, summary in
        AccountSummary(
          email: summary.email, isLocked: summary.isLocked, added: summary.added, lastSignIn: summary.lastSignIn,
          hasSecondStep: account.secondStep != nil,
          recoveryCodes: account.secondStep.map { _ in state.recoveryCodes[account.id, default: []].count },
          mustChangePassword: account.isPasswordOneTime, hasPassword: account.passwordHash != nil)
      }.sorted { $0.email.key < $1.email.key }
      return Array(sorted.filter { summary in email.map { summary.email.key > $0.key } ?? true }.prefix(limit))
    }
  }

  /// Adds an account, unless the email has one, or the condition forbids it.
  public func add(
    _ email: EmailAddress, _ passwordHash: PasswordHash, _ condition: AdditionCondition, from source: AttemptSource
  ) async throws(StoreError) -> AccountAddition {
    try step { state, now in
      if condition == .onlyFirst && !state.accounts.isEmpty { return .notFirst }
      guard state.add(email, passwordHash, from: source, at: now) else { return .exists }
      state.moveFailures(of: EmailAddress(unknown: email, by: state.loginKey), to: email)
      return .added
    }
  }

  /// Adds an account for the attempt of a sign-up.
  public func add(
    _ email: EmailAddress, _ passwordHash: PasswordHash, _ condition: AdditionCondition, settling attempt: AttemptID
  ) async throws(StoreError) -> AccountAddition {
    try step { state, now in
      if condition == .onlyFirst && !state.accounts.isEmpty { return .notFirst }
      guard let index = state.attempts.firstIndex(where: { $0.id == attempt && $0.outcome == .pending }),
        state.insert(email, passwordHash, at: now)
      else { return .exists }
      state.attempts[index] = state.attempts[index].settled(as: .change(.accountAdded))
      state.throttle.pass(attempt, at: now)
      return .added
    }
  }

  /// Adds the accounts whose email has none; or none at all if an email has one.
  public func add(
    _ accounts: [NewAccount], _ addition: BulkAddition, allowing lengths: ClosedRange<Int>, from source: AttemptSource
  ) async throws(StoreError) -> [Int] {
    try step { state, now in
      var changed = state
      let existing = accounts.indices.filter {
        !changed.add(accounts[$0].email, accounts[$0].passwordHash, from: source, at: now)
      }
      changed.allowPasswords(of: lengths)
      if existing.isEmpty || addition == .missingOnly { state = changed }
      return existing
    }
  }

  /// Gives the account another email, and takes its rows along.
  public func rename(
    _ email: EmailAddress, to new: EmailAddress, from source: AttemptSource
  ) async throws(StoreError) -> AccountRenaming {
    try step { state, now in
      guard let (account, summary) = state.accounts[email] else { return .missing }
      guard new == email || state.accounts[new] == nil else { return .taken }
      if new.text == account.email.text { return .renamed }
      let since = state.since[email]
      let ownRenames = state.attempts.filter { $0.email == email && $0.outcome == .change(.renamed) }
      let isUsed = state.attempts.contains { row in
        row.email == new && since.map { $0 < row.id } ?? true
          && !(row.outcome == .change(.renamed) && ownRenames.contains { $0.time == row.time && $0.id > row.id })
      }
      if new != email, isUsed { return .used }
      state.accounts[email] = nil
      state.since[email] = nil
      state.since[new] = since
      state.accounts[new] = (
        Account(
          id: account.id, email: new, passwordHash: account.passwordHash, isLocked: account.isLocked,
          revision: account.revision + 1, passwordSet: account.passwordSet,
          isPasswordOneTime: account.isPasswordOneTime,
          secondStep: account.secondStep),
        AccountSummary(email: new, isLocked: summary.isLocked, added: summary.added, lastSignIn: summary.lastSignIn)
      )
      state.attempts = state.attempts.map { row in
        row.email == email && since.map { $0 < row.id } ?? true
          ? Attempt(
            id: row.id, time: row.time, email: new, outcome: row.outcome, source: row.source, times: row.times,
            until: row.until) : row
      }
      state.sittings = state.sittings.map { sitting in
        let session = sitting.session
        guard session.email == email else { return sitting }
        return InMemoryStore.Sitting(
          session: Session(
            id: session.id, email: new, opened: session.opened, lastUsed: session.lastUsed, lifetime: session.lifetime,
            uid: session.uid, place: session.place), digest: sitting.digest)
      }
      if new != email {
        state.moveFailures(of: EmailAddress(unknown: new, by: state.loginKey), to: new)
        state.copyFailures(of: email, to: EmailAddress(unknown: email, by: state.loginKey))
        state.moveFailures(of: email, to: new)
        state.log(.change(.renamed), of: email, from: source, at: now)
      }
      state.log(.change(.renamed), of: new, from: source, at: now)
      return .renamed
    }
  }

  /// Changes the account, and ends its sessions.
  public func change(
    _ email: EmailAddress, _ change: AccountChange, from source: AttemptSource
  ) async throws(StoreError) -> AccountLookup {
    try step { state, now in
      guard var (account, summary) = state.accounts[email] else { return .missing }
      switch change {
      case .password(let hash), .oneTimePassword(let hash):
        account.passwordHash = hash
        account.passwordSet = now
        account.isPasswordOneTime = if case .oneTimePassword = change { true } else { false }
      case .lock, .unlock:
        account.isLocked = change == .lock
        summary = AccountSummary(
          email: summary.email, isLocked: account.isLocked, added: summary.added, lastSignIn: summary.lastSignIn)
      case .removeSecondStep, .recoveryCodes:
        guard account.secondStep != nil else { return .missing }
        if case .recoveryCodes(let digests) = change { state.replaceRecoveryCodes(of: &account, by: digests) }
        if case .removeSecondStep = change { state.removeSecondStep(of: &account) }
      case .addKey(let key):
        guard state.mayAdd(key, to: account) else { return .missing }
        state.insert(key, of: &account, from: source, at: now)
      case .removeKey(let key):
        guard state.remove(key, of: &account, from: source, at: now) else { return .missing }
      case .remove: break
      }
      if change.clearsFailures { _ = state.throttle.clear(.email(email)) }
      if change.forgetsHomes { state.throttle.forgetHomes(of: email.key) }
      state.sittings.removeAll { $0.session.email == email }
      state.log(.change(change.logged), of: account.email, from: source, at: now)
      account.revision += 1
      state.accounts[email] = change == .remove ? nil : (account, summary)
      if change == .remove { state.moveFailures(of: email, to: EmailAddress(unknown: email, by: state.loginKey)) }
      return .found
    }
  }

  /// Replaces the account's password, unless the account has changed since.
  public func replacePassword(
    of account: Account, by passwordHash: PasswordHash, sparing spared: SessionID?, settling attempt: AttemptID
  ) async throws(StoreError) -> Account? {
    try step { state, now in
      guard var current = state.accounts[account.email]?.account, current.id == account.id,
        current.revision == account.revision, state.isOpen(spared, of: current),
        let index = state.attempts.firstIndex(where: { $0.id == attempt && $0.outcome == .pending })
      else { return nil }
      state.attempts[index] = state.attempts[index].settled(as: .change(.passwordChanged))
      let attempt = state.attempts[index]
      let key = ThrottleKey(email: attempt.email.key, source: attempt.source.counted)
      state.throttle.settle(attempt.id, of: key, hasFailed: false, at: now)
      state.throttle.forgetHomes(of: account.email.key, sparing: key.source)
      state.sittings.removeAll { $0.session.email == account.email && $0.session.id != spared }
      current.passwordHash = passwordHash
      current.passwordSet = now
      current.isPasswordOneTime = false
      current.revision += 1
      state.accounts[account.email]?.account = current
      return current
    }
  }

  /// Replaces the hash, unless the account has changed since.
  public func rehash(_ account: Account, to passwordHash: PasswordHash) async throws(StoreError) {
    try step { state, _ in
      guard let current = state.accounts[account.email], current.account.id == account.id,
        current.account.revision == account.revision
      else { return }
      state.accounts[account.email]?.account.passwordHash = passwordHash
    }
  }

  /// The widest range ever in force.
  public func widestPasswordLength(
    including range: ClosedRange<Int>
  ) async throws(StoreError) -> ClosedRange<Int> {
    try step { state, _ in state.allowPasswords(of: range) }
  }
}

extension InMemoryStore.State {
  /// The cost of the costliest hash.
  var costliestHash: HashCost? {
    accounts.values.compactMap(\.account.passwordHash).filter { $0.foreign == nil }.map(\.cost).max {
      $0.work < $1.work
    }
  }

  /// The costliest hash of each scheme that is not ours.
  var foreignHashes: [ForeignHash] {
    let all = accounts.values.compactMap(\.account.passwordHash?.foreign)
    return ForeignHash.Scheme.allCases.compactMap { scheme in
      all.filter { $0.scheme == scheme }.max { $0.work < $1.work }
    }
  }

  /// Adds an account, unless the email has one.
  mutating func add(
    _ email: EmailAddress, _ passwordHash: PasswordHash?, from source: AttemptSource, at now: Timestamp
  ) -> Bool {
    guard insert(email, passwordHash, at: now) else { return false }
    log(.change(.accountAdded), of: email, from: source, at: now)
    return true
  }

  /// Adds an account without a row in the log.
  fileprivate mutating func insert(_ email: EmailAddress, _ passwordHash: PasswordHash?, at now: Timestamp) -> Bool {
    guard accounts[email] == nil else { return false }
    since[email] = attempts.last { $0.email == email && $0.outcome != .pending }?.id
    lastAccountID += 1
    accounts[email] = (
      Account(
        id: lastAccountID, email: email, passwordHash: passwordHash, isLocked: false, revision: 1,
        passwordSet: now),
      AccountSummary(email: email, isLocked: false, added: now, lastSignIn: nil)
    )
    return true
  }

  /// Widens the range of lengths, and returns the new one.
  @discardableResult
  fileprivate mutating func allowPasswords(of range: ClosedRange<Int>) -> ClosedRange<Int> {
    let known = passwordLength ?? range
    let widest = min(known.lowerBound, range.lowerBound)...max(known.upperBound, range.upperBound)
    passwordLength = widest
    return widest
  }
}

extension ThrottleState {
  /// Forgets the places where `email` is at home, but for `spared`: its owner has another password, or is another person.
  fileprivate mutating func forgetHomes(of email: String, sparing spared: ThrottleSource? = nil) {
    for key in pairs.keys where key.email == email && key.source != spared { pairs[key] = nil }
  }
}
