public import Identity

extension Transaction {
  /// Judges an attempt with `key` by `throttle`, and stores what it changes. The key must be locked.
  func judge(_ key: ThrottleKey, under throttle: Throttle, at now: Timestamp) throws -> ThrottleVerdict {
    let before = try throttleState(about: key, at: now)
    var after = before
    let verdict = throttle.judge(key, in: &after, at: now)
    // Expired runs go, so that invented emails do not fill the table. Locked rows are skipped, to avoid deadlock.
    let oldest = now.advanced(by: .zero - max(throttle.memory, ThrottleState.memoryOfSources))
    let forgetting = Statement(
      """
      DELETE FROM signin.throttle_run WHERE (key, uid, place) IN (
        SELECT key, uid, place FROM signin.throttle_run WHERE uid = $1 AND last < signin.at($2) FOR UPDATE SKIP LOCKED)
      """,
      [Value(key.source.uid), Value(oldest.milliseconds)])
    let forgettingPairs = Statement(
      """
      DELETE FROM signin.throttle_pair WHERE (key, uid, place) IN (
        SELECT key, uid, place FROM signin.throttle_pair
        WHERE uid = $1 AND (succeeded IS NULL OR succeeded < signin.at($2)) AND (waiting IS NULL OR waiting < signin.at($3))
        FOR UPDATE SKIP LOCKED)
      """,
      [
        Value(key.source.uid), Value(now.advanced(by: .zero - ThrottlePair.memory).milliseconds),
        Value(now.advanced(by: .zero - ThrottlePair.memoryOfWaiting).milliseconds),
      ])
    try keep(
      after, insteadOf: before, then: (throttle.disablingFailure == nil ? [forgetting] : []) + [forgettingPairs])
    return verdict
  }

  /// Returns all that the throttle remembers.
  func throttleState() throws -> ThrottleState {
    try throttleState(pending: ("true", []), runs: ("true", []), pairs: ("true", []))
  }

  /// Forgets the failures and the pending attempts that are chosen, and returns their number.
  func clearThrottle(_ selection: ThrottleSelection) throws -> Int {
    let condition: (String, [Value]) =
      switch selection {
      case .email(let email): ("key = $1", [Value(email.key)])
      case .source(let source): ("uid = $1 AND place = $2", [Value(source.uid), Value(source.place)])
      case .uid(let uid): ("uid = $1", [Value(uid)])
      case .all: ("true", [])
      }
    let before = try throttleState(pending: condition, runs: condition, pairs: condition)
    var after = before
    let count = after.clear(selection)
    try keep(after, insteadOf: before)
    return count
  }

  /// Returns what concerns an attempt with `key`: the pending attempts of its email and its uid, the runs of its email,
  /// those that its uid still counts, and those of overdue attempts.
  ///
  /// Others may count an overdue attempt too. So the rows are locked, in one order, until this transaction ends.
  func throttleState(about key: ThrottleKey, at now: Timestamp) throws -> ThrottleState {
    let counted = now.advanced(by: .zero - ThrottleState.memoryOfSources)
    return try throttleState(
      pending: ("key = $1 OR uid = $2", [Value(key.email), Value(key.source.uid)]),
      runs: (
        """
        key = $1 OR uid = $2 AND last > signin.at($3) OR (key, uid, place) IN (
          SELECT key, uid, place FROM signin.throttle_pending WHERE key = $1 OR uid = $2)
        """,
        [Value(key.email), Value(key.source.uid), Value(counted.milliseconds)]
      ), pairs: ("key = $1", [Value(key.email)]))
  }

  /// Forgets the places where `email` is at home, but for `spared`.
  func forgetHomes(of email: EmailAddress, sparing spared: ThrottleSource? = nil) throws {
    try run(
      "DELETE FROM signin.throttle_pair WHERE key = $1 AND (uid, place) IS DISTINCT FROM ($2::bigint, $3::text)",
      [Value(email.key), Value(spared?.uid), spared.map { Value($0.place) } ?? nil])
  }

  private func throttleState(
    pending: (condition: String, values: [Value]), runs: (condition: String, values: [Value]),
    pairs: (condition: String, values: [Value])
  ) throws -> ThrottleState {
    let rows = try run(
      [
        Statement(
          """
          SELECT attempt AS id, signin.ms(logged) AS logged, key, uid, place, signin.ms(charged) AS charged
          FROM signin.throttle_pending WHERE \(pending.condition) ORDER BY attempt FOR UPDATE
          """, pending.values),
        Statement(
          """
          SELECT key, uid, place, failures, signin.ms(since) AS since, signin.ms(last) AS last
          FROM signin.throttle_run WHERE \(runs.condition) ORDER BY key, uid, place FOR UPDATE
          """, runs.values),
        Statement(
          """
          SELECT key, uid, place, signin.ms(succeeded) AS succeeded, signin.ms(waiting) AS waiting
          FROM signin.throttle_pair WHERE \(pairs.condition) ORDER BY key, uid, place FOR UPDATE
          """, pairs.values),
      ]
    )
    guard rows.count == 3 else { throw ServerError.lost }
    let (attempts, runs, pairs) = (rows[0], rows[1], rows[2])
    return ThrottleState(
      runs: try Dictionary(runs.map { (try ThrottleKey($0), try FailureRun($0)) }) { first, _ in first },
      pending: try Dictionary(attempts.map { (try AttemptID($0), try PendingAttempt($0)) }) { first, _ in first },
      pairs: try Dictionary(pairs.map { (try ThrottleKey($0), try ThrottlePair($0)) }) { first, _ in first })
  }

  func keep(_ after: ThrottleState, insteadOf before: ThrottleState) throws {
    try keep(after, insteadOf: before, then: [])
  }

  /// Writes the differences, in one order, and then something else.
  private func keep(_ after: ThrottleState, insteadOf before: ThrottleState, then last: [Statement]) throws {
    var statements: [Statement] = []
    for id in before.pending.keys.sorted() where after.pending[id] == nil {
      statements.append(Statement("DELETE FROM signin.throttle_pending WHERE attempt = $1", [Value(id.number)]))
    }
    for (id, attempt) in after.pending.sorted(by: { $0.key < $1.key }) where before.pending[id] != attempt {
      statements.append(Self.keepPending(id, attempt.key, at: attempt.charged))
    }
    for key in before.runs.keys.sorted(by: Self.inOrder) where after.runs[key] == nil {
      statements.append(
        Statement(
          "DELETE FROM signin.throttle_run WHERE key = $1 AND uid = $2 AND place = $3",
          [Value(key.email), Value(key.source.uid), Value(key.source.place)]))
    }
    for (key, run) in after.runs.sorted(by: { Self.inOrder($0.key, $1.key) }) where before.runs[key] != run {
      statements.append(
        Statement(
          """
          INSERT INTO signin.throttle_run (key, uid, place, failures, since, last)
          VALUES ($1, $2, $3, $4, signin.at($5), signin.at($6)) ON CONFLICT (key, uid, place)
          DO UPDATE SET failures = excluded.failures, since = excluded.since, last = excluded.last
          """,
          [
            Value(key.email), Value(key.source.uid), Value(key.source.place), Value(run.failures),
            Value(run.since.milliseconds), Value(run.last.milliseconds),
          ]))
    }
    for key in before.pairs.keys.sorted(by: Self.inOrder) where after.pairs[key] == nil {
      statements.append(
        Statement(
          "DELETE FROM signin.throttle_pair WHERE key = $1 AND uid = $2 AND place = $3",
          [Value(key.email), Value(key.source.uid), Value(key.source.place)]))
    }
    for (key, pair) in after.pairs.sorted(by: { Self.inOrder($0.key, $1.key) }) where before.pairs[key] != pair {
      statements.append(
        Statement(
          """
          INSERT INTO signin.throttle_pair (key, uid, place, succeeded, waiting)
          VALUES ($1, $2, $3, signin.at($4), signin.at($5)) ON CONFLICT (key, uid, place)
          DO UPDATE SET succeeded = excluded.succeeded, waiting = excluded.waiting
          """,
          [
            Value(key.email), Value(key.source.uid), Value(key.source.place), Value(pair.succeeded?.milliseconds),
            Value(pair.waiting?.milliseconds),
          ]))
    }
    if !statements.isEmpty || !last.isEmpty { try run(statements + last) }
  }

  private static func inOrder(_ one: ThrottleKey, _ two: ThrottleKey) -> Bool {
    (one.email, one.source.uid, one.source.place) < (two.email, two.source.uid, two.source.place)
  }

  /// Keeps an admitted attempt as pending.
  static func keepPending(_ id: AttemptID, _ key: ThrottleKey, at now: Timestamp) -> Statement {
    Statement(
      """
      INSERT INTO signin.throttle_pending (attempt, logged, key, uid, place, charged)
      VALUES ($1, signin.at($2), $3, $4, $5, signin.at($6)) ON CONFLICT (attempt) DO UPDATE SET charged = excluded.charged
      """,
      [
        Value(id.number), Value(id.time.milliseconds), Value(key.email), Value(key.source.uid), Value(key.source.place),
        Value(now.milliseconds),
      ])
  }
}

extension PostgreSQLStore: ThrottleStore {
  /// Returns all runs and pending attempts.
  public func throttleState() async throws(StoreError) -> ThrottleState {
    try await write { transaction in try transaction.throttleState() }
  }

  /// Forgets failures and pending attempts. Returns how many there were.
  public func clear(_ selection: ThrottleSelection) async throws(StoreError) -> Int {
    try await write { transaction in
      let cleared = try transaction.clearThrottle(selection)
      guard case .email(let email) = selection else { return cleared }
      return cleared + (try transaction.clearThrottle(.email(transaction.unknown(email))))
    }
  }
}
