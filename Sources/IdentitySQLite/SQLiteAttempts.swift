import GRDB
public import Identity

extension SQLiteStore: AttemptLog {
  /// Asks `throttle` and records the attempt, in one transaction that no other program can interrupt.
  public func charge(
    _ email: EmailAddress, from source: AttemptSource, under throttle: Throttle
  ) async throws(StoreError) -> Charge {
    return try await write { [clock, retention] db in
      let now = clock.now()
      try db.follow(clock)
      if let retention { try db.prune(before: now.advanced(by: .zero - retention)) }
      let ofEmail = ThrottleKey.email(email.key)
      let ofSource = ThrottleKey.source(source.throttleKey)
      switch throttle.judge(email: try db.failures(ofEmail), source: try db.failures(ofSource), at: now) {
      case .blocked(let seconds, let emailRun, let sourceRun):
        try db.keep(emailRun, ofEmail)
        try db.keep(sourceRun, ofSource)
        _ = try db.insertAttempt(email, .throttled, from: source, at: now)
        return .blocked(seconds: seconds)
      case .charged(let emailRun, let sourceRun):
        try db.keep(emailRun, ofEmail)
        try db.keep(sourceRun, ofSource)
        return .admitted(try db.insertAttempt(email, .pending, from: source, at: now))
      }
    }
  }

  /// Records the outcome of a charged attempt, and opens its session, in one transaction.
  public func settle(
    _ id: AttemptID, as settlement: Settlement, under throttle: Throttle
  ) async throws(StoreError) -> Settled {
    try await write { [clock] db in
      // Pruning may have removed the row. An attempt that is not on record signs nobody in.
      guard let attempt = try db.pendingAttempt(id) else { return .refused(blockedFor: nil) }
      let now = clock.now()
      try db.follow(clock)
      let settled = try db.settled(attempt, as: settlement, under: throttle, at: now)
      try db.execute(
        sql: "UPDATE attempt SET outcome = ? WHERE id = ?", arguments: [settled.outcome.rawValue, id.number])
      return settled
    }
  }
}

extension Database {
  /// Carries out what `settlement` means for account, session and throttle, and returns the result.
  fileprivate func settled(
    _ attempt: Attempt, as settlement: Settlement, under throttle: Throttle, at now: Timestamp
  ) throws -> Settled {
    switch settlement {
    case .signedIn(let account, let opening) where try isCurrent(account, of: attempt.email):
      try forgiveFailures(of: attempt)
      try execute(
        sql: "UPDATE account SET signed_in = ? WHERE id = ?", arguments: [now.milliseconds, account.id])
      return .signedIn(try opening.map { try open($0, for: account, at: now) })
    case .signedIn, .refused:
      return .refused(blockedFor: try secondsBlocked(attempt, under: throttle, at: now))
    case .cancelled: return .cancelled
    }
  }

  /// Whether `account` is the account of `email` still, unchanged since it was read, and not locked.
  private func isCurrent(_ account: Account, of email: EmailAddress) throws -> Bool {
    try Row.fetchOne(
      self, sql: "SELECT 1 FROM account WHERE id = ? AND key = ? AND revision = ? AND locked = 0",
      arguments: [account.id, email.key, account.revision]) != nil
  }

  /// Clears the failures of the email, and takes the charge of this attempt back from its source.
  private func forgiveFailures(of attempt: Attempt) throws {
    try keep(nil, .email(attempt.email.key))
    let ofSource = ThrottleKey.source(attempt.source.throttleKey)
    try keep(try failures(ofSource)?.takingBack(chargedAt: attempt.time), ofSource)
  }

  /// Returns for how long another attempt like this one would be blocked, or nil if it would not.
  private func secondsBlocked(_ attempt: Attempt, under throttle: Throttle, at now: Timestamp) throws -> Int? {
    let verdict = throttle.judge(
      email: try failures(.email(attempt.email.key)),
      source: try failures(.source(attempt.source.throttleKey)), at: now)
    if case .blocked(let seconds, _, _) = verdict { return seconds }
    return nil
  }

  fileprivate func pendingAttempt(_ id: AttemptID) throws -> Attempt? {
    try Row.fetchOne(
      self, sql: "SELECT \(Attempt.columns) FROM attempt WHERE id = ? AND outcome = ?",
      arguments: [id.number, AttemptOutcome.pending.rawValue]
    ).map(Attempt.init)
  }

  fileprivate func insertAttempt(
    _ email: EmailAddress, _ outcome: AttemptOutcome, from source: AttemptSource, at now: Timestamp
  ) throws -> AttemptID {
    // RETURNING, because the trigger's index inserts rows of its own. Fetch all rows: fetchOne would stop before the
    // end of the statement, and miss that the disk is full.
    let numbers = try Int64.fetchAll(
      self,
      sql: """
        INSERT INTO attempt (at, email, key, tag, outcome, tty, uid, host, program)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
        """,
      arguments: [
        now.milliseconds, email.text, email.key, email.searchTag, outcome.rawValue, source.tty, source.uid, source.host,
        source.program,
      ])
    guard let number = numbers.first else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    return AttemptID(number)
  }
}
