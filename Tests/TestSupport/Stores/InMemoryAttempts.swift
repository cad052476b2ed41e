public import Identity

extension InMemoryStore {
  /// Asks the throttle, counts and records the attempt.
  public func charge(
    _ email: EmailAddress, from source: AttemptSource, under throttle: Throttle
  ) async throws(StoreError) -> Charge {
    try step { state, now in
      state.charge(email, isKnown: state.accounts[email] != nil, from: source, under: throttle, at: now)
    }
  }

  /// The same for a login that somebody typed, which is kept in clear only if somebody has it.
  public func charge(
    typed login: Login, from source: AttemptSource, under throttle: Throttle
  ) async throws(StoreError) -> Charge {
    try step { state, now in
      let isKnown = state.accounts[login.email] != nil || state.subjects.keys.contains { $0.isLinked(to: login) }
      let email = isKnown ? login.email : EmailAddress(unknown: login.email, by: state.loginKey)
      return state.charge(email, isKnown: isKnown, from: source, under: throttle, at: now)
    }
  }

  /// Settles a pending attempt, and opens its session.
  public func settle(
    _ id: AttemptID, as settlement: Settlement, under throttle: Throttle
  ) async throws(StoreError) -> Settled {
    try step { state, now in
      guard let index = state.attempts.firstIndex(where: { $0.id == id && $0.outcome == .pending }) else {
        return .refused(blockedFor: nil)
      }
      let attempt = state.attempts[index]
      let settled = state.settled(attempt, as: settlement, under: throttle, at: now)
      if case .signedInAs(_, let account, _) = settlement, case .signedIn = settled {
        state.attempts[index] = attempt.settled(as: settled.outcome, of: account.email)
      } else {
        state.attempts[index] = attempt.settled(as: settlement.outcome(after: settled))
      }
      return settled
    }
  }

  /// Records a sign-out of the owner.
  public func recordSignOut(of owner: Owner, from source: AttemptSource) async throws(StoreError) {
    try step { state, now in
      if state.account(of: owner) != nil { state.log(.change(.signedOut), of: owner.email, from: source, at: now) }
    }
  }

  /// Records a sign-out, of whomever.
  public func recordSignOut(of email: EmailAddress, from source: AttemptSource) async throws(StoreError) {
    try step { state, now in _ = state.log(.change(.signedOut), of: email, from: source, at: now) }
  }

  /// The requested attempts, newest first.
  public func page(
    of query: AttemptQuery, before id: AttemptID?, limit: Int
  ) async throws(StoreError) -> AttemptPage {
    let page: AttemptPage? = try step { state, _ in
      if let owner = query.member, state.account(of: owner) == nil { return nil }
      let isSealed = query.reader == .owner
      let id = isSealed ? id?.opened(by: state.loginKey) : id
      var query = query
      if let email = query.email, query.reader == .administrator, !state.attempts.contains(where: { $0.email == email })
      {
        query = query.replacingEmail(by: EmailAddress(unknown: email, by: state.loginKey))
      }
      let found = state.attempts.reversed().filter { attempt in
        attempt.isWanted(by: query) && id.map { attempt.id < $0 } ?? true && state.isVisible(attempt, to: query.reader)
      }
      let page = Array(found.prefix(limit))
      let whole = AttemptPage(attempts: page, next: found.count > limit ? page.last?.id : nil)
      return isSealed ? whole.sealed(by: state.loginKey, after: id) : whole
    }
    guard let page else { throw .service(.sessionEnded) }
    return page
  }
}

extension InMemoryStore {
  /// All runs and pending attempts.
  public func throttleState() async throws(StoreError) -> ThrottleState {
    try step { state, _ in state.throttle }
  }

  /// Forgets failures and pending attempts.
  public func clear(_ selection: ThrottleSelection) async throws(StoreError) -> Int {
    try step { state, _ in
      let cleared = state.throttle.clear(selection)
      guard case .email(let email) = selection else { return cleared }
      return cleared + state.throttle.clear(.email(EmailAddress(unknown: email, by: state.loginKey)))
    }
  }
}

extension InMemoryStore.State {
  fileprivate mutating func charge(
    _ email: EmailAddress, isKnown: Bool, from source: AttemptSource, under throttle: Throttle, at now: Timestamp
  ) -> Charge {
    let key = ThrottleKey(email: email.key, source: source.counted)
    let verdict = throttle.judge(key, in: &self.throttle, at: now)
    let blocked = BlockedAttempt(
      email, isKnown: isKnown, from: source, isOfSource: throttle.blocksSource(key, in: self.throttle, at: now))
    switch verdict {
    case .mustWait: return .mustWait
    case .blocked(let seconds):
      log(blocked, at: now)
      return .blocked(seconds: seconds)
    case .disabled:
      log(blocked, at: now)
      return .disabled
    case .admitted:
      let id = log(.pending, of: email, from: source, at: now)
      self.throttle.pending[id] = PendingAttempt(key: key, charged: now)
      return .admitted(
        Admission(
          attempt: id, account: accounts[email]?.account, costliestHash: costliestHash, foreignHashes: foreignHashes))
    }
  }

  /// Counts the failures of `old` as those of `new`.
  mutating func copyFailures(of old: EmailAddress, to new: EmailAddress) {
    for (key, run) in throttle.runs where key.email == old.key {
      throttle.runs[ThrottleKey(email: new.key, source: key.source)] = run
    }
  }

  mutating func moveFailures(of old: EmailAddress, to new: EmailAddress) {
    for (key, run) in throttle.runs where key.email == old.key {
      throttle.runs[key] = nil
      throttle.runs[ThrottleKey(email: new.key, source: key.source)] = run
    }
    for (key, pair) in throttle.pairs where key.email == old.key {
      throttle.pairs[key] = nil
      throttle.pairs[ThrottleKey(email: new.key, source: key.source)] = pair
    }
    for (id, attempt) in throttle.pending where attempt.key.email == old.key {
      throttle.pending[id] = PendingAttempt(
        key: ThrottleKey(email: new.key, source: attempt.key.source), charged: attempt.charged,
        isAbandoned: attempt.isAbandoned)
    }
  }

  fileprivate mutating func settled(
    _ attempt: Attempt, as settlement: Settlement, under throttle: Throttle, at now: Timestamp
  ) -> Settled {
    let key = ThrottleKey(email: attempt.email.key, source: attempt.source.counted)
    switch settlement {
    case .signedIn(let account, let opening) where isCurrent(account, of: attempt.email):
      self.throttle.settle(attempt.id, of: key, hasFailed: false, at: now)
      return .signedIn(signIn(to: account, opening, at: now))
    case .signedInAs(let subject, let account, let opening)
    where subjects[subject] == account.id && isCurrent(account, of: account.email):
      // A name that nobody had when it was charged is that of the account since.
      let known = ThrottleKey(email: account.email.key, source: key.source)
      self.throttle.settle(attempt.id, of: attempt.email.isUnknown ? known : key, hasFailed: false, at: now)
      return .signedIn(signIn(to: account, opening, at: now))
    case .signedIn, .signedInAs, .refused, .unconfirmed:
      self.throttle.settle(attempt.id, of: key, hasFailed: true, at: now)
      return .refused(blockedFor: throttle.secondsBlocked(key, in: self.throttle, at: now))
    case .cancelled:
      self.throttle.settle(attempt.id, of: key, hasFailed: true, at: now)
      return .cancelled
    case .passed, .notAccepted:
      self.throttle.pass(attempt.id, at: now)
      return settlement == .passed ? .passed : .notAccepted
    }
  }

  private mutating func signIn(to account: Account, _ opening: NewSession?, at now: Timestamp) -> Session? {
    if let summary = accounts[account.email]?.summary {
      accounts[account.email]?.summary = AccountSummary(
        email: summary.email, isLocked: summary.isLocked, added: summary.added, lastSignIn: now)
    }
    return opening.map { open($0, for: account, at: now) }
  }

  private func isCurrent(_ account: Account, of email: EmailAddress) -> Bool {
    guard let current = accounts[email]?.account else { return false }
    return current.id == account.id && current.revision == account.revision && !current.isLocked
  }

  /// Adds a row.
  @discardableResult
  mutating func log(
    _ outcome: AttemptOutcome, of email: EmailAddress, from source: AttemptSource, at now: Timestamp, times: Int = 1
  ) -> AttemptID {
    let id = AttemptID(time: max(now, attempts.last?.id.time ?? now), number: Int64(attempts.count + 1))
    attempts.append(Attempt(id: id, time: now, email: email, outcome: outcome, source: source, times: times))
    return id
  }

  /// Adds a blocked attempt to a row, or a row.
  fileprivate mutating func log(_ blocked: BlockedAttempt, at now: Timestamp) {
    func newest(_ isWanted: (Attempt) -> Bool) -> [BlockedAttempt.Row] {
      attempts.reversed().lazy.filter(isWanted).prefix(BlockedAttempt.mostRows).map { row in
        BlockedAttempt.Row(
          id: row.id, time: row.time, key: row.email.key, outcome: row.outcome, uid: row.source.uid,
          host: row.source.host)
      }
    }
    let ofEmail = newest { $0.email.key == blocked.key }
    let ofUser = newest { $0.source.uid == blocked.uid && $0.outcome == .throttled }
    switch blocked.record(ofEmail: ofEmail, ofUser: ofUser, at: now) {
    case .begins(let email, let source): log(.throttled, of: email, from: source, at: now)
    case .joins(let id, _, _):
      attempts = attempts.map { row in
        guard row.id == id else { return row }
        return Attempt(
          id: id, time: row.time, email: row.email, outcome: .throttled, source: row.source, times: row.times + 1,
          until: now)
      }
    }
  }

  fileprivate func isVisible(_ attempt: Attempt, to reader: AttemptReader) -> Bool {
    switch reader {
    case .administrator: true
    case .owner: accounts[attempt.email] != nil && since[attempt.email].map { $0 < attempt.id } ?? true
    }
  }

  /// Moves the stored times when the clock has been set, and ends sessions that have expired or begin in the future.
  mutating func follow(_ start: MachineStart?, at now: Timestamp) {
    if let start {
      let setting = machineStart.map(start.setting) ?? .zero
      machineStart = start
      throttle.runs = throttle.runs.mapValues { run in
        FailureRun(
          failures: run.failures, since: run.since.advanced(by: setting), last: run.last.advanced(by: setting))
      }
      throttle.pairs = throttle.pairs.mapValues { pair in
        ThrottlePair(
          succeeded: pair.succeeded?.advanced(by: setting), waiting: pair.waiting?.advanced(by: setting))
      }
      throttle.pending = throttle.pending.mapValues { attempt in
        PendingAttempt(key: attempt.key, charged: attempt.charged.advanced(by: setting))
      }
      sittings = sittings.map { InMemoryStore.Sitting(session: $0.session.moved(by: setting), digest: $0.digest) }
    }
    sittings.removeAll { $0.session.expires <= now || $0.session.opened > now.advanced(by: .seconds(1)) }
  }
}

extension Session {
  fileprivate func moved(by setting: Duration) -> Session {
    Session(
      id: id, email: email, opened: opened.advanced(by: setting), lastUsed: lastUsed.advanced(by: setting),
      lifetime: lifetime, uid: uid, place: place, account: account)
  }
}

extension Attempt {
  /// The attempt with that outcome.
  func settled(as outcome: AttemptOutcome, of account: EmailAddress? = nil) -> Attempt {
    Attempt(id: id, time: time, email: account ?? email, outcome: outcome, source: source)
  }

  fileprivate func isWanted(by query: AttemptQuery) -> Bool {
    guard query.email == nil || query.email == email else { return false }
    let texts = [outcome.rawValue, source.tty, source.host, source.program, query.email == nil ? email.text : ""]
    return query.search.words.allSatisfy { word in
      let times = query.search.times(of: word)
      if let times, times.contains(time) || times.isOnlyDate { return times.contains(time) }
      return texts.contains { $0.lowercased().utf8.contains(word.lowercased().utf8) }
        || query.search.outcomes(named: word).contains(outcome)
    }
  }
}

extension Subject {
  /// Whether it is the subject of that name, as ``Login/linkedName`` has it.
  fileprivate func isLinked(to login: Login) -> Bool {
    guard let (provider, name) = login.linkedName, provider == self.provider else { return false }
    return id == name || id.hasPrefix(name + "/")
  }
}
