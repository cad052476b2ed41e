public import Identity
public import Secrets

extension PostgreSQLStore: SessionStore {
  /// Returns the session of the token of `digest` and marks it as used now. Nil if there is none, if it has expired, or if
  /// it isn't the bearer's to use.
  public func verify(_ digest: TokenDigest, by bearer: TokenBearer) async throws(StoreError) -> Session? {
    let rows = try await read(
      """
      SELECT \(Session.columns), signin.ms(clock_timestamp()) AS now
      FROM signin.session JOIN signin.account ON account.id = session.account WHERE digest = $1
      """, [Value(digest.bytes)])
    guard let row = rows.first else { return nil }
    let (known, now) = try decoded { (try Session(row), try clock?.now() ?? row.timestamp("now")) }
    if known.wasUsedJustNow(at: now) { return bearer.mayUse(known) ? known.used(at: now) : nil }
    return try await write { transaction in
      let now = try transaction.lock()
      guard let found = try transaction.sessions("digest = $1", [Value(digest.bytes)], at: now).first,
        bearer.mayUse(found)
      else { return nil }
      let session = found.used(at: now)
      try transaction.run(
        "UPDATE signin.session SET used = signin.at($2), expires = signin.at($3) WHERE id = $1",
        [Value(session.id.text), Value(now.milliseconds), Value(session.expires.milliseconds)])
      return session
    }
  }

  /// Returns the sessions that have not expired, the latest opened first: those of `email`, or all if it is nil.
  public func sessions(of email: EmailAddress?) async throws(StoreError) -> [Session] {
    try await write { transaction in
      let now = try transaction.lock()
      guard let email else { return try transaction.sessions("true", [], at: now) }
      return try transaction.sessions("key = $1", [Value(email.key)], at: now)
    }
  }

  /// Ends sessions, and returns the number of those that had not expired.
  @discardableResult
  public func revoke(
    _ selection: SessionSelection, from source: AttemptSource
  ) async throws(StoreError) -> Int {
    try await write { transaction in
      let now = try transaction.lock()
      let sessions =
        switch selection {
        case .id(let id): try transaction.sessions("session.id = $1", [Value(id.text)], at: now)
        case .token(let digest): try transaction.sessions("digest = $1", [Value(digest.bytes)], at: now)
        case .allOf(let email): try transaction.sessions("key = $1", [Value(email.key)], at: now)
        case .all: try transaction.sessions("true", [], at: now)
        }
      var ended: [Session] = []
      for session in sessions {
        // Another transaction may have ended it meanwhile.
        let removed = try transaction.run("DELETE FROM signin.session WHERE id = $1", [Value(session.id.text)])
        if removed.changes > 0 { ended.append(session) }
      }
      for (email, ended) in Dictionary(grouping: ended, by: \.email).sorted(by: { $0.key.key < $1.key.key }) {
        try transaction.log(selection.logged, of: email, from: source, at: now, times: ended.count)
      }
      return ended.count
    }
  }
}

extension PostgreSQLStore: OwnerStore {
  /// Returns the account of `owner`.
  public func overview(of owner: Owner) async throws(StoreError) -> AccountOverview {
    let overview: AccountOverview? = try await write { [clock] transaction in
      let now = try transaction.lock()
      guard try !transaction.run([OwnerCondition(owner, at: clock).query])[0].isEmpty,
        let account = try transaction.account(of: owner.email)
      else { return nil }
      let codes = try transaction.run(
        "SELECT count(*) AS codes FROM signin.recovery_code WHERE account = $1", [Value(account.id)])
      return AccountOverview(
        sessions: try transaction.sessions("key = $1", [Value(owner.email.key)], at: now), own: owner.session,
        twoStep: try account.secondStep.map { _ in
          AccountOverview.TwoStep(recoveryCodes: Int(try codes.first?.number("codes") ?? 0))
        },
        passwordSet: account.passwordHash.map { _ in account.passwordSet })
    }
    guard let overview else { throw .service(.sessionEnded) }
    return overview
  }

  /// Ends other sessions of the owner's account.
  public func endSessions(
    _ chosen: OtherSessions, of owner: Owner, from source: AttemptSource
  ) async throws(StoreError) -> Int? {
    try await write { [clock] transaction in
      let now = try transaction.lock(.email(owner.email.key))
      guard try !transaction.run([OwnerCondition(owner, at: clock).query])[0].isEmpty else { return nil }
      let sessions = try transaction.sessions("key = $1", [Value(owner.email.key)], at: now)
        .filter { $0.id != owner.session && chosen.contains($0.id) }
      var ended = 0
      for session in sessions {
        // Another transaction may have ended it meanwhile.
        ended += try transaction.run("DELETE FROM signin.session WHERE id = $1", [Value(session.id.text)]).changes
      }
      if ended > 0 { try transaction.log(.sessionRevoked, of: owner.email, from: source, at: now, times: ended) }
      return ended
    }
  }
}

extension Session {
  /// Whether its last use is so recent that another need not be kept: programs may ask many times a second.
  fileprivate func wasUsedJustNow(at now: Timestamp) -> Bool {
    let age = now.since(lastUsed)
    return expires > now && age >= .zero && age < min(lifetime.idle / 30, .seconds(60))
  }
}

extension Transaction {
  /// Opens a session for `account`.
  func open(_ new: NewSession, for account: Account, at now: Timestamp) throws -> Session {
    let session = Session(
      id: SessionID(), email: account.email, opened: now, lastUsed: now, lifetime: new.lifetime, uid: new.uid,
      place: new.place)
    try run(
      """
      INSERT INTO signin.session (id, account, digest, opened, used, idle, absolute, expires, uid, tty, host, program)
      VALUES ($1, $2, $3, signin.at($4), signin.at($4), $5, $6, signin.at($7), $8, $9, $10, $11)
      """,
      [
        Value(session.id.text), Value(account.id), Value(new.token.bytes), Value(now.milliseconds),
        Value(new.lifetime.idle.wholeMilliseconds), Value(new.lifetime.absolute.wholeMilliseconds),
        Value(session.expires.milliseconds), Value(new.uid), new.place.map { Value($0.tty) } ?? nil,
        new.place.map { Value($0.host) } ?? nil, new.place.map { Value($0.program) } ?? nil,
      ])
    return session
  }

  /// Returns the sessions that meet `condition`, the latest opened first. Removes the expired ones, and those of them that
  /// were opened in the future. Waits for others that change them, but not for those that change expired ones, who may
  /// wait for this transaction.
  fileprivate func sessions(_ condition: String, _ values: [Value], at now: Timestamp) throws -> [Session] {
    let time = "signin.at($\(values.count + 1))"
    let rows = try run([
      Statement(
        """
        SELECT \(Session.columns) FROM signin.session JOIN signin.account ON account.id = session.account
        WHERE \(condition) AND expires > \(time) ORDER BY opened DESC, session.id FOR UPDATE OF session
        """, values + [Value(now.milliseconds)]),
      Statement(
        """
        DELETE FROM signin.session WHERE id IN (
          SELECT id FROM signin.session WHERE expires <= signin.at($1) FOR UPDATE SKIP LOCKED)
        """, [Value(now.milliseconds)]),
    ])
    let sessions = try rows[0].map(Session.init)
    let future = sessions.filter { $0.opened > now.advanced(by: .seconds(1)) }
    for session in future { try run("DELETE FROM signin.session WHERE id = $1", [Value(session.id.text)]) }
    return sessions.filter { !future.contains($0) }
  }
}
