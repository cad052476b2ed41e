import GRDB
import Identity

extension Database {
  /// Removes some of the oldest attempts, if they were made before `moment`: more than the one that is about to be added, so
  /// that in time all go, and few enough to be no work worth mentioning.
  func prune(before moment: Timestamp) throws {
    try execute(
      sql: "DELETE FROM attempt WHERE id IN (SELECT id FROM attempt ORDER BY id LIMIT 8) AND at < ?",
      arguments: [moment.milliseconds])
  }
}
