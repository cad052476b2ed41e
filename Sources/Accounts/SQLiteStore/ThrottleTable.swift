import Identity
import SQLite
import Unix

extension Database {
  /// Judges an attempt with `key` by `throttle`, and stores what it changes.
  func judge(_ key: ThrottleKey, under throttle: Throttle, at now: Timestamp) throws -> ThrottleVerdict {
    try removeForgotten(of: key.source.uid, under: throttle, at: now)
    let before = try throttleState(about: key, at: now)
    var after = before
    let verdict = throttle.judge(key, in: &after, at: now)
    try keep(after, insteadOf: before)
    return verdict
  }

  /// Keeps an admitted attempt as pending.
  func keepPending(_ id: AttemptID, _ key: ThrottleKey, at now: Timestamp) throws {
    try execute(
      """
      INSERT INTO throttle_pending (attempt, key, uid, place, charged, process) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (attempt) DO UPDATE SET charged = excluded.charged
      """,
      [
        id.number, key.email, key.source.uid, key.source.place, now.milliseconds, ProcessIdentity.current?.text,
      ])
  }

  /// Returns all that the throttle remembers.
  func throttleState() throws -> ThrottleState {
    try ThrottleState(runs: runs(where: "TRUE"), pending: pendingAttempts(), pairs: pairs(where: "TRUE"))
  }

  /// Forgets the failures and the pending attempts that are chosen, and returns their number.
  func clearThrottle(_ selection: ThrottleSelection) throws -> Int {
    let before = try throttleState()
    var after = before
    let count = after.clear(selection)
    try keep(after, insteadOf: before)
    return count
  }

  /// Returns what concerns an attempt with `key`: the runs of its email, those that its uid still counts, those of
  /// overdue attempts, and all pending attempts.
  func throttleState(about key: ThrottleKey, at now: Timestamp) throws -> ThrottleState {
    let pending = try pendingAttempts()
    var runs = try runs(
      where: "key = ? OR uid = ? AND last > ?",
      [key.email, key.source.uid, now.advanced(by: .zero - ThrottleState.memoryOfSources).milliseconds])
    for key in Set(pending.values.map(\.key)) where runs[key] == nil {
      let found = try self.runs(
        where: "key = ? AND uid = ? AND place = ?", [key.email, key.source.uid, key.source.place])
      runs.merge(found) { first, _ in first }
    }
    return ThrottleState(runs: runs, pending: pending, pairs: try pairs(where: "key = ?", [key.email]))
  }

  private func pairs(where condition: String, _ values: [any ColumnValue] = []) throws -> [ThrottleKey: ThrottlePair] {
    let pairs = try rows(
      "SELECT key, uid, place, succeeded, waiting FROM throttle_pair WHERE \(condition)", values
    ) { row in (try ThrottleKey(row), try ThrottlePair(row)) }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Forgets the places where `email` is at home, but for `spared`.
  func forgetHomes(of email: EmailAddress, sparing spared: ThrottleSource? = nil) throws {
    try execute(
      "DELETE FROM throttle_pair WHERE key = ? AND (uid, place) IS NOT (?, ?)", [email.key, spared?.uid, spared?.place])
  }

  private func runs(where condition: String, _ values: [any ColumnValue] = []) throws -> [ThrottleKey: FailureRun] {
    let runs = try rows(
      "SELECT key, uid, place, failures, since, last FROM throttle_run WHERE \(condition)", values
    ) { row in (try ThrottleKey(row), try FailureRun(row)) }
    return Dictionary(runs) { first, _ in first }
  }

  private func pendingAttempts() throws -> [AttemptID: PendingAttempt] {
    // Pruning may have removed the row of an attempt.
    let attempts = try rows(
      """
      SELECT pending.attempt AS id, ifnull(at, charged) AS at, logged, pending.key, pending.uid, place, charged, process
      FROM throttle_pending AS pending LEFT JOIN attempt ON attempt.id = pending.attempt
      """
    ) { row in (try AttemptID(row), try PendingAttempt(row)) }
    return Dictionary(attempts) { first, _ in first }
  }

  /// Writes the differences.
  func keep(_ after: ThrottleState, insteadOf before: ThrottleState) throws {
    for key in before.runs.keys where after.runs[key] == nil {
      try execute(
        "DELETE FROM throttle_run WHERE key = ? AND uid = ? AND place = ?",
        [key.email, key.source.uid, key.source.place])
    }
    for (key, run) in after.runs where before.runs[key] != run {
      try execute(
        """
        INSERT OR REPLACE INTO throttle_run (key, uid, place, failures, since, last) VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
          key.email, key.source.uid, key.source.place, run.failures, run.since.milliseconds, run.last.milliseconds,
        ])
    }
    for (key, pair) in before.pairs where after.pairs[key] != pair {
      try execute(
        "DELETE FROM throttle_pair WHERE key = ? AND uid = ? AND place = ?",
        [key.email, key.source.uid, key.source.place])
    }
    for (key, pair) in after.pairs where before.pairs[key] != pair {
      try execute(
        "INSERT INTO throttle_pair (key, uid, place, succeeded, waiting) VALUES (?, ?, ?, ?, ?)",
        [
          key.email, key.source.uid, key.source.place, pair.succeeded?.milliseconds, pair.waiting?.milliseconds,
        ])
    }
    for id in before.pending.keys where after.pending[id] == nil {
      try execute("DELETE FROM throttle_pending WHERE attempt = ?", [id.number])
    }
    for (id, attempt) in after.pending where before.pending[id] != attempt {
      try keepPending(id, attempt.key, at: attempt.charged)
    }
  }

  /// Removes runs that count for nothing any more, so that invented emails do not fill the table.
  private func removeForgotten(of uid: UInt32, under throttle: Throttle, at now: Timestamp) throws {
    let oldest = now.advanced(by: .zero - max(throttle.memory, ThrottleState.memoryOfSources))
    // A disabled email stays so however long it rests.
    if throttle.disablingFailure == nil {
      try execute("DELETE FROM throttle_run WHERE uid = ? AND last < ?", [uid, oldest.milliseconds])
    }
    try execute(
      "DELETE FROM throttle_pair WHERE uid = ? AND ifnull(succeeded, 0) < ? AND ifnull(waiting, 0) < ?",
      [
        uid, now.advanced(by: .zero - ThrottlePair.memory).milliseconds,
        now.advanced(by: .zero - ThrottlePair.memoryOfWaiting).milliseconds,
      ])
  }
}
