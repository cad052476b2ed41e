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
      let ofEmail = ThrottleKey.email(email.key)
      let ofSource = ThrottleKey.source(source.throttleKey)
      switch throttle.judge(email: try db.failures(ofEmail), source: try db.failures(ofSource), at: now) {
      case .blocked(let seconds, let emailRun, let sourceRun):
        try db.keep(emailRun, ofEmail)
        try db.keep(sourceRun, ofSource)
        try db.recordBlocked(email, from: source, at: now)
        return .blocked(seconds: seconds)
      case .charged(let emailRun, let sourceRun):
        try db.keep(emailRun, ofEmail)
        try db.keep(sourceRun, ofSource)
        return .admitted(try db.insertAttempt(email, .pending, from: source, at: now))
      }
    }
  }

  /// Records the outcome of a charged attempt. Only the first call counts.
  public func settle(_ id: AttemptID, as settlement: Settlement) async throws(StoreError) {
    let clock = clock
    try await write { db in
      guard let attempt = try db.pendingAttempt(id) else { return }
      try db.setOutcome(settlement.outcome, of: id)
      guard case .signedIn = settlement else { return }
      try db.forgiveFailures(of: attempt)
      try db.execute(
        sql: "UPDATE account SET signed_in = ? WHERE key = ?",
        arguments: [clock.now().milliseconds, attempt.email.key])
    }
  }
}

extension Database {
  /// Clears the failures of the email, and takes the charge of this attempt back from its source.
  func forgiveFailures(of attempt: Attempt) throws {
    try keep(nil, .email(attempt.email.key))
    let ofSource = ThrottleKey.source(attempt.source.throttleKey)
    try keep(try failures(ofSource)?.takingBack(chargedAt: attempt.time), ofSource)
  }

  func setOutcome(_ outcome: AttemptOutcome, of id: AttemptID) throws {
    try execute(sql: "UPDATE attempt SET outcome = ? WHERE id = ?", arguments: [outcome.rawValue, id.number])
  }

  func pendingAttempt(_ id: AttemptID) throws -> Attempt? {
    try Row.fetchOne(
      self, sql: "SELECT \(Attempt.columns) FROM attempt WHERE id = ? AND outcome = ?",
      arguments: [id.number, AttemptOutcome.pending.rawValue]
    ).map(Attempt.init)
  }

  func insertAttempt(
    _ email: EmailAddress, _ outcome: AttemptOutcome, from source: AttemptSource, at now: Timestamp, times: Int = 1
  ) throws -> AttemptID {
    // RETURNING, because the trigger's index inserts rows of its own. Fetch all rows: fetchOne would stop before the
    // end of the statement, and miss that the disk is full.
    let insertion = try cachedStatement(
      sql: """
        INSERT INTO attempt (at, email, key, tag, outcome, tty, uid, host, program, times)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
        """)
    let numbers = try Int64.fetchAll(
      insertion,
      arguments: [
        now.milliseconds, email.text, email.key, email.searchTag, outcome.rawValue, source.tty, source.uid, source.host,
        source.program, times,
      ])
    guard let number = numbers.first else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    return AttemptID(number)
  }
}
