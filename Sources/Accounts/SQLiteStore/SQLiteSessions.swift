import SQLite
public import Identity
public import Secrets

extension SQLiteStore: SessionStore {
  /// Returns the session of the token of `digest` and marks it as used now, to the second. Nil if there is none, if it
  /// has expired, or if it isn't the bearer's to use.
  public func verify(_ digest: TokenDigest, by bearer: TokenBearer) async throws(StoreError) -> Session? {
    let clock = clock
    return try await write { db in
      let now = clock.now()
      try db.endExpiredSessions(by: clock)
      guard let found = try db.sessions("digest = ?", [digest.bytes], at: now).first, bearer.mayUse(found)
      else { return nil }
      let session = found.used(at: now)
      // A use within a second of the last changes nothing that anybody sees, and would wait for the disk.
      let unnoticed = min(.seconds(1), found.lifetime.idle / 60)
      if !(found.lastUsed..<found.lastUsed.advanced(by: unnoticed)).contains(now) {
        try db.execute(
          "UPDATE session SET used = ?, expires = ? WHERE id = ?",
          [now.milliseconds, session.expires.milliseconds, session.id.text])
      }
      return session
    }
  }

  /// Returns the sessions that have not expired, the latest opened first: those of `email`, or all if it is nil.
  public func sessions(of email: EmailAddress?) async throws(StoreError) -> [Session] {
    let clock = clock
    return try await write { db in
      try db.endExpiredSessions(by: clock)
      guard let email else { return try db.sessions("true", [], at: clock.now()) }
      return try db.sessions("account.key = ?", [email.key], at: clock.now())
    }
  }

  /// Ends sessions, and returns the number of those that had not expired.
  @discardableResult
  public func revoke(
    _ selection: SessionSelection, from source: AttemptSource
  ) async throws(StoreError) -> Int {
    try await write { [clock] db in
      let now = clock.now()
      try db.endExpiredSessions(by: clock)
      let sessions =
        switch selection {
        case .id(let id): try db.sessions("session.id = ?", [id.text], at: now)
        case .token(let digest): try db.sessions("digest = ?", [digest.bytes], at: now)
        case .allOf(let email): try db.sessions("account.key = ?", [email.key], at: now)
        case .all: try db.sessions("true", [], at: now)
        }
      for session in sessions { try db.execute("DELETE FROM session WHERE id = ?", [session.id.text]) }
      for (email, ended) in Dictionary(grouping: sessions, by: \.email).sorted(by: { $0.key.key < $1.key.key }) {
        try db.log(selection.logged, of: email, from: source, at: now, times: ended.count)
      }
      return sessions.count
    }
  }
}

extension SQLiteStore: OwnerStore {
  /// Returns the account of `owner`.
  public func overview(of owner: Owner) async throws(StoreError) -> AccountOverview {
    try await write { [clock] db in
      let now = clock.now()
      try db.endExpiredSessions(by: clock)
      guard try db.firstNumber(for: owner, at: now) != nil, let account = try db.account(of: owner.email) else {
        throw StoreError.service(.sessionEnded)
      }
      let codes: Int64? = try db.value("SELECT count(*) FROM recovery_code WHERE account = ?", [account.id])
      return AccountOverview(
        sessions: try db.sessions("account.key = ?", [owner.email.key], at: now), own: owner.session,
        twoStep: account.secondStep.map { _ in AccountOverview.TwoStep(recoveryCodes: Int(codes ?? 0)) },
        passwordSet: account.passwordHash.map { _ in account.passwordSet })
    }
  }

  /// Ends other sessions of the owner's account.
  public func endSessions(
    _ chosen: OtherSessions, of owner: Owner, from source: AttemptSource
  ) async throws(StoreError) -> Int? {
    try await write { [clock] db in
      let now = clock.now()
      try db.endExpiredSessions(by: clock)
      guard try db.firstNumber(for: owner, at: now) != nil else { return nil }
      let sessions = try db.sessions("account.key = ?", [owner.email.key], at: now)
        .filter { $0.id != owner.session && chosen.contains($0.id) }
      for session in sessions { try db.execute("DELETE FROM session WHERE id = ?", [session.id.text]) }
      if !sessions.isEmpty {
        try db.log(.sessionRevoked, of: owner.email, from: source, at: now, times: sessions.count)
      }
      return sessions.count
    }
  }
}

extension Database {
  /// Returns the first number of the log that `owner` may see; nil if they are no longer the owner.
  func firstNumber(for owner: Owner, at now: Timestamp) throws -> Int64? {
    let (condition, values): (String, [any ColumnValue]) =
      switch owner.standing {
      case .account(let id, let revision): ("id = ? AND revision = ?", [id, revision])
      case .session(let session):
        ("id = (SELECT account FROM session WHERE id = ? AND expires > ?)", [session.text, now.milliseconds])
      }
    return try value(
      "SELECT since + (since < \(Int64.max)) FROM account WHERE key = ? AND locked = 0 AND \(condition)",
      [owner.email.key] + values)
  }

  /// Changes the revision of `account`, and ends its sessions except `spared`. Returns false and does nothing if the account
  /// has changed since it was read, or `spared` has ended.
  func revise(_ account: Account, sparing spared: SessionID?, at now: Timestamp) throws -> Bool {
    let changed = try execute(
      """
      UPDATE account SET revision = revision + 1 WHERE id = ?1 AND revision = ?2
      AND (?3 IS NULL OR EXISTS (SELECT 1 FROM session WHERE id = ?3 AND account = ?1 AND expires > ?4))
      """, [account.id, account.revision, spared?.text, now.milliseconds])
    guard changed > 0 else { return false }
    try execute("DELETE FROM session WHERE account = ? AND id IS NOT ?", [account.id, spared?.text])
    return true
  }

  /// Removes expired sessions at once, so that no later setting of the clock revives them.
  fileprivate func endExpiredSessions(by clock: any WallClock) throws {
    try follow(clock)
    try execute("DELETE FROM session WHERE expires <= ?", [clock.now().milliseconds])
  }

  /// Opens a session for `account`.
  func open(_ new: NewSession, for account: Account, at now: Timestamp) throws -> Session {
    let session = Session(
      id: SessionID(), email: account.email, opened: now, lastUsed: now, lifetime: new.lifetime, uid: new.uid,
      place: new.place)
    try execute(
      """
      INSERT INTO session (id, account, digest, opened, used, idle, absolute, expires, uid, tty, host, program)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        session.id.text, account.id, new.token.bytes, now.milliseconds, now.milliseconds,
        new.lifetime.idle.wholeMilliseconds, new.lifetime.absolute.wholeMilliseconds, session.expires.milliseconds,
        new.uid, new.place?.tty, new.place?.host, new.place?.program,
      ])
    return session
  }

  /// Returns the sessions that meet `condition`, the latest opened first, without those opened in the future.
  fileprivate func sessions(
    _ condition: String, _ values: [any ColumnValue], at now: Timestamp
  ) throws -> [Session] {
    try rows(
      """
      SELECT session.id, account.email, account.key, opened, used, idle, absolute, uid, tty, host, program FROM session
      JOIN account ON account.id = session.account WHERE \(condition) AND opened <= ?
      ORDER BY opened DESC, session.id
      """, values + [now.latestOpening.milliseconds], Session.init)
  }
}
