public import Identity
internal import Store

extension PostgreSQLStore: CheckableStore {
  /// Writes the row of password lengths once more, as it is.
  public func checkWriting() async throws(StoreError) {
    try journal?.waitUntilReady()
    try await commit { transaction in try transaction.run("UPDATE signin.password_length SET least = least") }
  }

  /// Asks the primary. Only a role with `pg_read_all_stats` sees the lag.
  public func replication() async throws(StoreError) -> Replication? {
    try await query { transaction in
      let rows = try transaction.run(
        """
        SELECT count(*) AS standbys, coalesce(floor(extract(epoch FROM max(replay_lag)) * 1000), -1)::bigint AS lag
        FROM pg_stat_replication
        """)
      guard let row = rows.first else { return nil }
      let lag: Int = try row["lag"]
      return Replication(standbys: try row["standbys"], lagMilliseconds: lag < 0 ? nil : lag)
    }
  }

  /// The server's words for a failure of the last half minute.
  public var lastReason: String? { reasons.text }
}
