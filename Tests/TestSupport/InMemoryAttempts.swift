public import Identity

extension InMemoryStore {
  /// Asks the throttle, counts and records the attempt.
  public func charge(
    _ email: EmailAddress, from source: AttemptSource, under throttle: Throttle
  ) async throws(StoreError) -> Charge {
    try step { state, now in
      let id = AttemptID(Int64(state.attempts.count + 1))
      let verdict = throttle.judge(
        email: state.emailRuns[email], source: state.sourceRuns[source.throttleKey], at: now)
      func record(_ outcome: AttemptOutcome, _ emailRun: FailureRun?, _ sourceRun: FailureRun?) {
        state.emailRuns[email] = emailRun
        state.sourceRuns[source.throttleKey] = sourceRun
        state.attempts.append(Attempt(id: id, time: now, email: email, outcome: outcome, source: source))
      }
      switch verdict {
      case .blocked(let seconds, let emailRun, let sourceRun):
        record(.throttled, emailRun, sourceRun)
        return .blocked(seconds: seconds)
      case .charged(let emailRun, let sourceRun):
        record(.pending, emailRun, sourceRun)
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

extension InMemoryStore.State {
  fileprivate mutating func settled(
    _ attempt: Attempt, as settlement: Settlement, under throttle: Throttle, at now: Timestamp
  ) -> Settled {
    let source = attempt.source.throttleKey
    switch settlement {
    case .signedIn(let account, let opening) where isCurrent(account, of: attempt.email):
      emailRuns[attempt.email] = nil
      sourceRuns[source] = sourceRuns[source]?.takingBack(chargedAt: attempt.time)
      if let summary = accounts[attempt.email]?.summary {
        accounts[attempt.email]?.summary = AccountSummary(
          email: summary.email, isLocked: summary.isLocked, added: summary.added, lastSignIn: now)
      }
      return .signedIn(opening.map { open($0, for: account, at: now) })
    case .signedIn, .refused:
      let verdict = throttle.judge(email: emailRuns[attempt.email], source: sourceRuns[source], at: now)
      guard case .blocked(let seconds, _, _) = verdict else { return .refused(blockedFor: nil) }
      return .refused(blockedFor: seconds)
    case .cancelled: return .cancelled
    }
  }

  private func isCurrent(_ account: Account, of email: EmailAddress) -> Bool {
    guard let current = accounts[email]?.account else { return false }
    return current.id == account.id && current.revision == account.revision && !current.isLocked
  }

  /// Moves the stored times when the clock has been set, and ends sessions that have expired or begin in the future.
  mutating func follow(_ start: MachineStart?, at now: Timestamp) {
    if let start {
      let setting = machineStart.map(start.setting) ?? .zero
      machineStart = start
      emailRuns = emailRuns.mapValues { $0.moved(by: setting) }
      sourceRuns = sourceRuns.mapValues { $0.moved(by: setting) }
      sittings = sittings.map { InMemoryStore.Sitting(session: $0.session.moved(by: setting), digest: $0.digest) }
    }
    sittings.removeAll { $0.session.expires <= now || $0.session.opened > now.advanced(by: .seconds(1)) }
  }
}

extension Session {
  fileprivate func moved(by setting: Duration) -> Session {
    Session(
      id: id, email: email, opened: opened.advanced(by: setting), lastUsed: lastUsed.advanced(by: setting),
      lifetime: lifetime)
  }
}

extension FailureRun {
  fileprivate func moved(by setting: Duration) -> FailureRun {
    FailureRun(failures: failures, last: last.advanced(by: setting), previous: previous.advanced(by: setting))
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
