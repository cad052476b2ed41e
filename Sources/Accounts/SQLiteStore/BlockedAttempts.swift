import SQLite
import Identity

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
