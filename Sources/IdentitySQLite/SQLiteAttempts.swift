import GRDB
public import Identity

extension SQLiteStore: AttemptLog {
  /// Asks `throttle` and records the attempt, in one transaction that no other program can interrupt.
  public func charge(
    _ email: EmailAddress, from source: AttemptSource, under throttle: Throttle
  ) async throws(StoreError) -> Charge {
    return try await write { [clock, retention] db in
      let now = clock.now()
      try db.follow(clock.machineStart)
      if let retention { try db.prune(before: now.advanced(by: .zero - retention)) }
      let key = ThrottleKey(email: email.key, source: source.counted)
      switch try db.judge(key, under: throttle, at: now) {
      case .mustWait: return .mustWait
      case .blocked(let seconds):
        _ = try db.insertAttempt(email, .throttled, from: source, at: now)
        return .blocked(seconds: seconds)
      case .disabled:
        _ = try db.insertAttempt(email, .throttled, from: source, at: now)
        return .disabled
      case .admitted:
        let id = try db.insertAttempt(email, .pending, from: source, at: now)
        try db.keepPending(id, key, at: now)
        return .admitted(id)
      }
    }
  }

  /// Records the outcome of a charged attempt. Only the first call counts.
  public func settle(_ id: AttemptID, as settlement: Settlement) async throws(StoreError) {
    let clock = clock
    try await write { db in
      guard let attempt = try db.pendingAttempt(id) else { return }
      try db.execute(
        sql: "UPDATE attempt SET outcome = ? WHERE id = ?", arguments: [settlement.outcome.rawValue, id.number])
      let now = clock.now()
      try db.follow(clock.machineStart)
      try db.settleThrottle(attempt, hasFailed: settlement != .signedIn, at: now)
      guard case .signedIn = settlement else { return }
      try db.execute(
        sql: "UPDATE account SET signed_in = ? WHERE key = ?",
        arguments: [now.milliseconds, attempt.email.key])
    }
  }
}

extension Database {
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
