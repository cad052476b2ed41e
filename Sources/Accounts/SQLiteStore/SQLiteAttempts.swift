import SQLite
public import Identity

extension SQLiteStore: AttemptLog {
  /// Asks `throttle` and records the attempt, in one transaction that no other program can interrupt.
  public func charge(
    _ email: EmailAddress, from source: AttemptSource, under throttle: Throttle
  ) async throws(StoreError) -> Charge {
    try await charge(from: source, under: throttle) { db in (email, try db.account(of: email)) }
  }

  /// The same for a typed login, which is stored in clear only if an account or link has it.
  public func charge(
    typed login: Login, from source: AttemptSource, under throttle: Throttle
  ) async throws(StoreError) -> Charge {
    try await charge(from: source, under: throttle) { db in
      let account = try db.account(of: login.email)
      let isLinked = try db.hasLink(to: login)
      let unknown = EmailAddress(unknown: login.email, by: try db.loginKey())
      return (account != nil || isLinked ? login.email : unknown, account)
    }
  }

  /// - Parameter find: Returns the email to count and record, and its account.
  private func charge(
    from source: AttemptSource, under throttle: Throttle,
    _ find: @Sendable (Database) throws -> (EmailAddress, Account?)
  ) async throws(StoreError) -> Charge {
    try await write { [clock, retention] db in
      let now = clock.now()
      try db.follow(clock)
      if let retention { try db.prune(before: now.advanced(by: .zero - retention)) }
      let (email, account) = try find(db)
      let key = ThrottleKey(email: email.key, source: source.counted)
      switch try db.judge(key, under: throttle, at: now) {
      case .mustWait: return .mustWait
      case .blocked(let seconds):
        try db.recordBlocked(email, from: source, at: now)
        return .blocked(seconds: seconds)
      case .disabled:
        try db.recordBlocked(email, from: source, at: now)
        return .disabled
      case .admitted:
        let id = try db.insertAttempt(email, .pending, from: source, at: now)
        try db.keepPending(id, key, at: now)
        let costliest = try db.costliestHashes()
        return .admitted(
          Admission(attempt: id, account: account, costliestHash: costliest.argon2id, foreignHashes: costliest.foreign))
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
      return try db.settle(attempt, as: settlement, under: throttle, at: now)
    }
  }
}

extension Database: SettlingTransaction {
  func recordSignIn(to account: Account, of email: EmailAddress, at now: Timestamp) throws -> Bool {
    try execute(
      "UPDATE account SET signed_in = ? WHERE id = ? AND key = ? AND revision = ? AND locked = 0",
      [now.milliseconds, account.id, email.key, account.revision]) > 0
  }

  func settle(_ attempt: Attempt, as outcome: AttemptOutcome) throws {
    try execute("UPDATE attempt SET outcome = ? WHERE id = ?", [outcome.rawValue, attempt.id.number])
  }

  func settle(_ attempt: Attempt, as outcome: AttemptOutcome, of email: EmailAddress) throws {
    try execute(
      "UPDATE attempt SET outcome = ?, email = ?, key = ?, tag = ? WHERE id = ?",
      [outcome.rawValue, email.text, email.key, email.searchTag, attempt.id.number])
  }
}

extension Database {
  func pendingAttempt(_ id: AttemptID) throws -> Attempt? {
    try first(
      "SELECT \(Attempt.columns) FROM attempt WHERE id = ? AND outcome = ?",
      [id.number, AttemptOutcome.pending.rawValue], Attempt.init)
  }

  func insertAttempt(
    _ email: EmailAddress, _ outcome: AttemptOutcome, from source: AttemptSource, at now: Timestamp, times: Int = 1
  ) throws -> AttemptID {
    // RETURNING, because the trigger's index inserts rows of its own. All rows are read: after the first one the
    // statement has not ended, and may still find that the disk is full.
    let ids = try rows(
      """
      INSERT INTO attempt (at, email, key, tag, outcome, tty, uid, host, program, times, logged)
      VALUES (?1, ?, ?, ?, ?, ?, ?, ?, ?, ?, (
        SELECT nullif(max(ifnull(logged, at), ?1), ?1) FROM attempt ORDER BY id DESC LIMIT 1))
      RETURNING id, at, logged
      """,
      [
        now.milliseconds, email.text, email.key, email.searchTag, outcome.rawValue, source.tty, source.uid, source.host,
        source.program, times,
      ], AttemptID.init)
    guard let id = ids.first else { throw DamagedRow() }
    return id
  }
}

extension Database {
  /// Records a blocked attempt. It joins the row of the last one of its email, user and host, unless another row of that
  /// email came in between. See Decisions/0128-log-only-grows.md.
  func recordBlocked(_ email: EmailAddress, from source: AttemptSource, at now: Timestamp) throws {
    // Only the newest rows are looked at, so that an attempt from the thousandth host costs no more than the first.
    let joined = try execute(
      """
      WITH newest AS (SELECT id, outcome, uid, host FROM attempt WHERE key = ?1 ORDER BY id DESC LIMIT 64)
      UPDATE attempt SET times = times + 1, until = ?2 WHERE id = (
        SELECT max(id) FROM newest WHERE outcome = ?3 AND uid = ?4 AND host = ?5
        AND id > ifnull((SELECT max(id) FROM newest WHERE outcome <> ?3), 0))
      """,
      [email.key, now.milliseconds, AttemptOutcome.throttled.rawValue, source.uid, source.host])
    if joined == 0 { _ = try insertAttempt(email, .throttled, from: source, at: now) }
  }
}

extension Database {
  /// Removes up to eight of the oldest attempts, if they were made before `moment`. Eight is more than the one attempt
  /// about to be added, so in time all old ones go. It is too few to cause a delay. See Decisions/0128.
  func prune(before moment: Timestamp) throws {
    let oldest = "SELECT id FROM attempt ORDER BY id LIMIT 8"
    let due: Int? = try value("SELECT 1 FROM attempt WHERE id IN (\(oldest)) AND at < ?", [moment.milliseconds])
    guard due != nil else { return }
    // Opens the log for this transaction alone: a trigger refuses any other removal.
    try execute("INSERT INTO attempt_pruning (only, before) VALUES (1, ?)", [moment.milliseconds])
    try execute(
      "DELETE FROM attempt WHERE id IN (\(oldest)) AND at < ?", [moment.milliseconds])
    try execute("DELETE FROM attempt_pruning")
  }
}
