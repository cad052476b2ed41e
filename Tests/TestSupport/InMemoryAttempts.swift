public import Identity

extension InMemoryStore {
  /// Asks the throttle, counts and records the attempt.
  public func charge(
    _ email: EmailAddress, from source: AttemptSource, under throttle: Throttle
  ) async throws(StoreError) -> Charge {
    try step { [clock] state, now in
      state.follow(clock.machineStart)
      let verdict = throttle.judge(
        email: state.emailRuns[email], source: state.sourceRuns[source.throttleKey], at: now)
      func keep(_ emailRun: FailureRun?, _ sourceRun: FailureRun?) {
        state.emailRuns[email] = emailRun
        state.sourceRuns[source.throttleKey] = sourceRun
      }
      switch verdict {
      case .blocked(let seconds, let emailRun, let sourceRun):
        keep(emailRun, sourceRun)
        state.logBlocked(email, from: source, at: now)
        return .blocked(seconds: seconds)
      case .charged(let emailRun, let sourceRun):
        keep(emailRun, sourceRun)
        return .admitted(state.log(.pending, of: email, from: source, at: now))
      }
    }
  }

  /// Settles a pending attempt.
  public func settle(_ id: AttemptID, as settlement: Settlement) async throws(StoreError) {
    try step { state, now in
      guard let index = state.attempts.firstIndex(where: { $0.id == id && $0.outcome == .pending }) else { return }
      let attempt = state.attempts[index].settled(as: settlement.outcome)
      state.attempts[index] = attempt
      guard settlement == .signedIn else { return }
      state.forgiveFailures(of: attempt)
      guard let summary = state.accounts[attempt.email]?.summary else { return }
      state.accounts[attempt.email]?.summary = AccountSummary(
        email: summary.email, isLocked: summary.isLocked, added: summary.added, lastSignIn: now)
    }
  }

  /// Records a sign-out.
  public func recordSignOut(of email: EmailAddress, from source: AttemptSource) async throws(StoreError) {
    try step { state, now in _ = state.log(.change(.signedOut), of: email, from: source, at: now) }
  }

  /// The requested attempts, newest first.
  public func page(
    of query: AttemptQuery, before id: AttemptID?, limit: Int
  ) async throws(StoreError) -> AttemptPage {
    try step { state, _ in
      let found = state.attempts.reversed().filter { attempt in
        attempt.isWanted(by: query) && id.map { attempt.id < $0 } ?? true && state.isVisible(attempt, to: query.reader)
      }
      let page = Array(found.prefix(limit))
      return AttemptPage(attempts: page, next: found.count > limit ? page.last?.id : nil)
    }
  }
}

extension InMemoryStore.State {
  /// Adds a row.
  @discardableResult
  mutating func log(
    _ outcome: AttemptOutcome, of email: EmailAddress, from source: AttemptSource, at now: Timestamp, times: Int = 1
  ) -> AttemptID {
    let id = AttemptID(Int64(attempts.count + 1))
    attempts.append(Attempt(id: id, time: now, email: email, outcome: outcome, source: source, times: times))
    return id
  }

  /// Adds a blocked attempt to the row of the last one from its source, or a row.
  fileprivate mutating func logBlocked(_ email: EmailAddress, from source: AttemptSource, at now: Timestamp) {
    let run = attempts.indices.reversed().filter { attempts[$0].email == email }.prefix {
      attempts[$0].outcome == .throttled
    }
    let last = run.first { attempts[$0].source.uid == source.uid && attempts[$0].source.host == source.host }
    guard let last else {
      log(.throttled, of: email, from: source, at: now)
      return
    }
    let row = attempts[last]
    attempts[last] = Attempt(
      id: row.id, time: row.time, email: row.email, outcome: .throttled, source: row.source, times: row.times + 1,
      until: now)
  }

  /// Clears the failures of the attempt's email, and takes its charge back from its source.
  mutating func forgiveFailures(of attempt: Attempt) {
    emailRuns[attempt.email] = nil
    let key = attempt.source.throttleKey
    sourceRuns[key] = sourceRuns[key]?.takingBack(chargedAt: attempt.time)
  }

  fileprivate func isVisible(_ attempt: Attempt, to reader: AttemptReader) -> Bool {
    switch reader {
    case .administrator: true
    case .owner: accounts[attempt.email] != nil && since[attempt.email].map { $0 < attempt.id } ?? true
    }
  }

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
  /// The attempt with that outcome.
  func settled(as outcome: AttemptOutcome) -> Attempt {
    Attempt(id: id, time: time, email: email, outcome: outcome, source: source)
  }

  fileprivate func isWanted(by query: AttemptQuery) -> Bool {
    guard query.email == nil || query.email == email else { return false }
    let texts = [outcome.rawValue, source.tty, source.host, source.program, query.email == nil ? email.text : ""]
    return query.search.words.allSatisfy { word in
      texts.contains { $0.lowercased().utf8.contains(word.lowercased().utf8) }
        || query.search.outcomes(named: word).contains(outcome)
    }
  }
}
