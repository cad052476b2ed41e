public import Identity

extension InMemoryStore {
  /// Asks the throttle, counts and records the attempt.
  public func charge(
    _ email: EmailAddress, from source: AttemptSource, under throttle: Throttle
  ) async throws(StoreError) -> Charge {
    try step { [clock] state, now in
      state.follow(clock.machineStart)
      let id = AttemptID(Int64(state.attempts.count + 1))
      let key = ThrottleKey(email: email.key, source: source.counted)
      func record(_ outcome: AttemptOutcome) {
        state.attempts.append(Attempt(id: id, time: now, email: email, outcome: outcome, source: source))
      }
      switch throttle.judge(key, in: &state.throttle, at: now) {
      case .mustWait: return .mustWait
      case .blocked(let seconds):
        record(.throttled)
        return .blocked(seconds: seconds)
      case .disabled:
        record(.throttled)
        return .disabled
      case .admitted:
        record(.pending)
        state.throttle.pending[id] = PendingAttempt(key: key, charged: now)
        return .admitted(id)
      }
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
      state.attempts[index] = Attempt(
        id: id, time: attempt.time, email: attempt.email, outcome: settled.outcome, source: attempt.source)
      return settled
    }
  }

  /// The requested attempts, newest first.
  public func page(
    of query: AttemptQuery, before id: AttemptID?, limit: Int
  ) async throws(StoreError) -> AttemptPage {
    try step { state, _ in
      let found = state.attempts.reversed().filter { attempt in
        attempt.isWanted(by: query) && id.map { attempt.id < $0 } ?? true
      }
      let page = Array(found.prefix(limit))
      return AttemptPage(attempts: page, next: found.count > limit ? page.last?.id : nil)
    }
  }
}

extension InMemoryStore {
  /// All runs and pending attempts.
  public func throttleState() async throws(StoreError) -> ThrottleState {
    try step { state, _ in state.throttle }
  }

  /// Forgets failures and pending attempts.
  public func clear(_ selection: ThrottleSelection) async throws(StoreError) -> Int {
    try step { state, _ in state.throttle.clear(selection) }
  }
}

extension InMemoryStore.State {
  fileprivate mutating func settled(
    _ attempt: Attempt, as settlement: Settlement, under throttle: Throttle, at now: Timestamp
  ) -> Settled {
    let key = ThrottleKey(email: attempt.email.key, source: attempt.source.counted)
    switch settlement {
    case .signedIn(let account, let opening) where isCurrent(account, of: attempt.email):
      self.throttle.settle(attempt.id, of: key, hasFailed: false, at: now)
      if let summary = accounts[attempt.email]?.summary {
        accounts[attempt.email]?.summary = AccountSummary(
          email: summary.email, isLocked: summary.isLocked, added: summary.added, lastSignIn: now)
      }
      return .signedIn(opening.map { open($0, for: account, at: now) })
    case .signedIn, .refused:
      self.throttle.settle(attempt.id, of: key, hasFailed: true, at: now)
      return .refused(blockedFor: throttle.secondsBlocked(attempt.email.key, in: self.throttle, at: now))
    case .cancelled:
      self.throttle.settle(attempt.id, of: key, hasFailed: true, at: now)
      return .cancelled
    }
  }

  private func isCurrent(_ account: Account, of email: EmailAddress) -> Bool {
    guard let current = accounts[email]?.account else { return false }
    return current.id == account.id && current.revision == account.revision && !current.isLocked
  }

  /// Moves the stored times when the clock has been set.
  fileprivate mutating func follow(_ start: MachineStart?) {
    guard let start else { return }
    let setting = machineStart.map(start.setting) ?? .zero
    machineStart = start
    throttle.runs = throttle.runs.mapValues { run in
      FailureRun(
        failures: run.failures, since: run.since.advanced(by: setting), last: run.last.advanced(by: setting))
    }
    throttle.pending = throttle.pending.mapValues { attempt in
      PendingAttempt(key: attempt.key, charged: attempt.charged.advanced(by: setting))
    }
  }
}

extension Attempt {
  fileprivate func isWanted(by query: AttemptQuery) -> Bool {
    guard query.email == nil || query.email == email else { return false }
    let texts = [outcome.rawValue, source.tty, source.host, source.program, query.email == nil ? email.text : ""]
    return query.search.words.allSatisfy { word in
      texts.contains { $0.lowercased().utf8.contains(word.lowercased().utf8) }
        || query.search.outcomes(named: word).contains(outcome)
    }
  }
}
