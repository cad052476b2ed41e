public import Identity

extension InMemoryStore {
  /// Asks the throttle, counts and records the attempt.
  public func charge(
    _ email: EmailAddress, from source: AttemptSource, under throttle: Throttle
  ) async throws(StoreError) -> Charge {
    try step { [clock] state, now in
      state.follow(clock.machineStart)
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

  /// Settles a pending attempt.
  public func settle(_ id: AttemptID, as settlement: Settlement) async throws(StoreError) {
    try step { state, now in
      guard let index = state.attempts.firstIndex(where: { $0.id == id && $0.outcome == .pending }) else { return }
      let attempt = state.attempts[index]
      state.attempts[index] = Attempt(
        id: id, time: attempt.time, email: attempt.email, outcome: settlement.outcome, source: attempt.source)
      guard settlement == .signedIn else { return }
      state.emailRuns[attempt.email] = nil
      let key = attempt.source.throttleKey
      state.sourceRuns[key] = state.sourceRuns[key]?.takingBack(chargedAt: attempt.time)
      guard let summary = state.accounts[attempt.email]?.summary else { return }
      state.accounts[attempt.email]?.summary = AccountSummary(
        email: summary.email, isLocked: summary.isLocked, added: summary.added, lastSignIn: now)
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
  /// Moves the stored times when the clock has been set.
  fileprivate mutating func follow(_ start: MachineStart?) {
    guard let start else { return }
    let setting = machineStart.map(start.setting) ?? .zero
    machineStart = start
    emailRuns = emailRuns.mapValues { $0.moved(by: setting) }
    sourceRuns = sourceRuns.mapValues { $0.moved(by: setting) }
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
