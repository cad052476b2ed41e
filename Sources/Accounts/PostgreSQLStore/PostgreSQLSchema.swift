public import Identity
internal import Store

/// The tables, and the steps that bring older ones up to date. The owner of the database takes them, never a service.
public enum PostgreSQLSchema {
  /// The steps: step n takes the tables from version n to n + 1. A released step never changes.
  static let steps = [
    first, loginKey, throttlePairs, foreignHashes, placesOfSessions, renaming, leastVersion, rightsOfService,
    secondKeys,
  ]

  /// The version of the tables that this program makes.
  public static var current: Int { steps.count }

  /// The lowest version whose program works on the tables of ``current``, so that hosts are updated one after the other. A
  /// step that only adds leaves it; one that takes away what an earlier version uses raises it.
  static let least = 8

  /// Newer tables name the lowest program that works on them.
  private static let leastVersion = "ALTER TABLE signin.migration ADD COLUMN least integer"

  /// Brings the tables of `place` to ``current``, or makes them. Blocks its thread, for a minute at most.
  /// - Parameter retention: The time for which the log keeps an attempt, or nil for ever.
  /// - Returns: The versions before and after, 0 for no tables.
  @discardableResult
  public static func migrate(
    _ place: PostgreSQLPlace, retention: Duration? = nil
  ) throws(StoreError) -> (from: Int, to: Int) {
    do {
      let connection = try ServerConnection(to: place)
      let deadline = ContinuousClock.now + .seconds(60)
      // Before the look at the version: two administrators may do this at once.
      _ = try connection.run(
        ["BEGIN", "SELECT pg_advisory_xact_lock(\(Lock.accounts.number))"], until: deadline)
      let state = try state(connection, until: deadline)
      if let fault = state.fault, ![.noTables, .olderTables].contains(fault) {
        throw StoreError.database(fault, path: place.name)
      }
      let from = state.version
      // Tables of a newer program, on which this one works.
      guard from <= current else { return (from, from) }
      let days = retention.map { Int($0 / .seconds(86_400)) }
      let scripts = steps[from...].flatMap(statements) + statements(of: maintenance(version: current, days: days))
      _ = try connection.run(scripts + ["COMMIT"], until: deadline)
      return (from, current)
    } catch {
      throw StoreError(error, at: place.name)
    }
  }

  /// The tables that a database has.
  public enum State: Sendable, Hashable {
    case missing
    /// All, of that version. Programs of `least` and later work on them.
    case version(Int, least: Int)

    /// The version; 0 for no tables.
    public var version: Int { if case .version(let version, _) = self { version } else { 0 } }

    /// The reason why this program does not use them; nil if it does.
    public var fault: DatabaseFault? {
      switch self {
      case .missing: .noTables
      case .version(let version, _) where version < current: .olderTables
      case .version(_, let least): least > current ? .newerTables : nil
      }
    }
  }

  static func state(_ connection: ServerConnection, until deadline: ContinuousClock.Instant) throws -> State {
    let found = try connection.run(
      ["SELECT to_regclass('signin.migration') IS NOT NULL AS known"], until: deadline)
    guard try found.first?.first?["known"] == true else { return .missing }
    // Tables before version 7 have no such column.
    let newest: Statement = """
      SELECT version, coalesce((to_jsonb(migration) ->> 'least')::int, version) AS least
      FROM signin.migration ORDER BY version DESC LIMIT 1
      """
    guard let row = try connection.run([newest], until: deadline).first?.first else { return .missing }
    return .version(try row["version"], least: try row["least"])
  }

  /// The statements of a script, which an empty line separates.
  static func statements(of script: String) -> [Statement] {
    script.split(separator: "\n\n").map { Statement(sql: String($0)) }
  }

  /// The end of every migration.
  private static func maintenance(version: Int, days: Int?) -> String {
    """
    INSERT INTO signin.migration (version, least) VALUES (\(version), \(least)) ON CONFLICT DO NOTHING

    DELETE FROM signin.retention

    INSERT INTO signin.retention (days) SELECT days FROM (VALUES (\(days.map(String.init) ?? "NULL")::int)) AS set (days)
    WHERE days IS NOT NULL

    SELECT signin.keep_partitions()

    \(grants)
    """
  }
}
