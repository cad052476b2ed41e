import SQLite
import Identity

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
