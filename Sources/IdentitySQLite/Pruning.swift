import GRDB
import Identity

extension Database {
  /// Removes up to eight of the oldest attempts, if they were made before `moment`. Eight is more than the one attempt
  /// about to be added, so in time all old ones go. It is too few to cause a delay. See Decisions/0011-pruning.md.
  func prune(before moment: Timestamp) throws {
    try execute(
      sql: "DELETE FROM attempt WHERE id IN (SELECT id FROM attempt ORDER BY id LIMIT 8) AND at < ?",
      arguments: [moment.milliseconds])
  }
}
