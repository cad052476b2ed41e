internal import Identity

extension Transaction {
  /// Adds a row to the log, as the newest of its email.
  func insertAttempt(
    _ email: EmailAddress, _ outcome: AttemptOutcome, from source: AttemptSource, at now: Timestamp, times: Int = 1
  ) throws -> AttemptID {
    note(email, outcome, from: source)
    let rows = try run(
      """
      INSERT INTO signin.attempt (at, logged, email, key, outcome, tty, uid, host, program, times)
      VALUES (
        signin.at($1),
        greatest(
          signin.at($1), (SELECT logged FROM signin.attempt WHERE key = $3 ORDER BY logged DESC, id DESC LIMIT 1)),
        $2, $3, $4, $5, $6, $7, $8, $9)
      RETURNING id, signin.ms(logged) AS logged
      """,
      [
        Value(now.milliseconds), Value(email.text), Value(email.key), Value(outcome.rawValue), Value(source.tty),
        Value(source.uid), Value(source.host), Value(source.program), Value(times),
      ])
    guard let row = rows.first else { throw ServerError.lost }
    return try AttemptID(row)
  }

  /// Adds a row to the log for each of these emails.
  func insertAttempts(
    _ emails: [EmailAddress], _ outcome: AttemptOutcome, from source: AttemptSource, at now: Timestamp
  ) throws {
    for email in emails { note(email, outcome, from: source) }
    try run(
      """
      INSERT INTO signin.attempt (at, logged, email, key, outcome, tty, uid, host, program)
      SELECT signin.at($1),
        greatest(
          signin.at($1),
          (SELECT logged FROM signin.attempt WHERE attempt.key = new.key ORDER BY logged DESC, id DESC LIMIT 1)),
        email, key, $4, $5, $6::bigint, $7, $8
      FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS new (email, key, place) ORDER BY place
      """,
      [
        Value(now.milliseconds), Value(texts: emails.map(\.text)), Value(texts: emails.map(\.key)),
        Value(outcome.rawValue), Value(source.tty), Value(source.uid), Value(source.host), Value(source.program),
      ])
  }

  /// Records a blocked attempt. It joins the row of the last one of its email, user and host, unless another row of that
  /// email came in between. See Decisions/0128-log-only-grows.md.
  func recordBlocked(_ email: EmailAddress, from source: AttemptSource, at now: Timestamp) throws {
    let joined = try run(
      """
      WITH newest AS (
        SELECT id, logged, outcome, uid, host FROM signin.attempt WHERE key = $1
        ORDER BY logged DESC, id DESC LIMIT 64
      ), last AS (
        SELECT id, logged FROM newest WHERE outcome = $3 AND uid = $4 AND host = $5
          AND id > coalesce((SELECT max(id) FROM newest WHERE outcome <> $3), 0)
        ORDER BY id DESC LIMIT 1
      )
      UPDATE signin.attempt SET times = times + 1, until = signin.at($2)
      FROM last WHERE attempt.id = last.id AND attempt.logged = last.logged
      """,
      [
        Value(email.key), Value(now.milliseconds), Value(AttemptOutcome.throttled.rawValue), Value(source.uid),
        Value(source.host),
      ])
    if joined.changes == 0 {
      _ = try insertAttempt(email, .throttled, from: source, at: now)
    } else {
      note(email, .throttled, from: source)
    }
  }

  func pendingAttempt(_ id: AttemptID) throws -> Attempt? {
    try run(
      "SELECT \(Attempt.columns) FROM signin.attempt WHERE logged = signin.at($1) AND id = $2 AND outcome = $3",
      [Value(id.time.milliseconds), Value(id.number), Value(AttemptOutcome.pending.rawValue)]
    ).first.map(Attempt.init)
  }

  /// Returns a pending attempt as it is now that what it counts for is locked; nil if somebody settled it meanwhile.
  /// - Throws: ``ServerError/renamed``, if it counts for another email now, which is not locked.
  func lockedAttempt(_ found: Attempt) throws -> Attempt? {
    let attempt = try pendingAttempt(found.id)
    if let attempt, attempt.throttleKey != found.throttleKey { throw ServerError.renamed }
    return attempt
  }

  /// Settles an attempt.
  func settle(_ attempt: Attempt, as outcome: AttemptOutcome) throws {
    try settle(attempt, as: outcome, of: attempt.email)
  }

  /// Settles an attempt that belongs to the account of `email` from then on.
  func settle(_ attempt: Attempt, as outcome: AttemptOutcome, of email: EmailAddress) throws {
    note(email, outcome, from: attempt.source)
    try run(
      "UPDATE signin.attempt SET outcome = $3, email = $4, key = $5 WHERE logged = signin.at($1) AND id = $2",
      [
        Value(attempt.id.time.milliseconds), Value(attempt.id.number), Value(outcome.rawValue), Value(email.text),
        Value(email.key),
      ])
  }

  /// Adds a row for `change`, in the transaction that makes it.
  /// - Parameter times: The number of sessions ended, if the change ends sessions.
  func log(
    _ change: LoggedChange, of email: EmailAddress, from source: AttemptSource, at now: Timestamp, times: Int = 1
  ) throws {
    _ = try insertAttempt(email, .change(change), from: source, at: now, times: times)
  }
}
