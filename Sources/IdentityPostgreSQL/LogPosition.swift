internal import Identity

/// How far a primary has come: a server that has come as far lacks nothing that anybody was told before. See
/// Decisions/0147-pages-from-a-replica.md.
struct LogPosition: Sendable {
  /// A commit counts from its place in the primary's memory on: with `synchronous_commit` off it is answered before it is
  /// on a disk. Right after the header of a block of the WAL, the place is greater than any that a replica reports.
  static let question = Statement(
    """
    SELECT place - CASE
        WHEN file_offset = 40 THEN 40
        WHEN file_offset % current_setting('wal_block_size')::int = 24 THEN 24
        ELSE 0
      END AS place,
      left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline,
      \(database) AS database
    FROM pg_current_wal_insert_lsn() AS place, pg_walfile_name_offset(place)
    """)

  /// The database in its cluster: a copy of a server has the same numbers.
  private static let database = """
    (SELECT system_identifier FROM pg_control_system()) || '/'
      || (SELECT oid FROM pg_database WHERE datname = current_database())
    """

  private let place: String
  private let timeline: String
  private let database: String

  init(_ row: Row) throws(DamagedRow) {
    place = try row.text("place")
    timeline = try row.text("timeline")
    database = try row.text("database")
  }

  /// Asks a server whether it has come as far. A standby learns of a new timeline early, and counts as on it once it has
  /// written that down, minutes later at most.
  var comparison: Statement {
    Statement(
      """
      SELECT CASE
        WHEN NOT pg_is_in_recovery() THEN 'no-replica'
        WHEN \(Self.database) <> $3 THEN 'other-database'
        WHEN (SELECT upper(lpad(to_hex(timeline_id), 8, '0')) FROM pg_control_checkpoint()) <> $2 THEN 'other-history'
        WHEN pg_last_wal_replay_lsn() >= $1::pg_lsn THEN 'used'
        ELSE 'late'
      END AS state,
        greatest(0, $1::pg_lsn - pg_last_wal_replay_lsn())::bigint AS behind
      """, [Value(place), Value(timeline), Value(database)])
  }
}

/// The use of a replica. The raw values are in the log of services.
public enum ReplicaState: String, Sendable {
  /// Pages come from it.
  case used
  /// It has not come far enough in time.
  case late
  /// It can't be reached, or does not answer.
  case gone
  /// It takes changes of its own: it was promoted, or never was a replica.
  case notReplica = "no-replica"
  /// It is no copy of the store's database: another one, or that of another server.
  case otherDatabase = "other-database"
  /// It follows another primary, whose history parted from the one of the store's; or it has not yet written down that
  /// there is a new primary.
  case otherHistory = "other-history"
  /// It refuses the role, or has tables of another version; or the primary refuses to tell how far it is.
  case refused
}
