internal import CPostgreSQL
public import Identity
internal import Store

/// The promises of a server to a role of its database. `signin doctor` judges it.
public struct ServerReport: Sendable {
  /// The oldest version that has all that the store uses, as ``version`` counts.
  public static let oldestVersion = 140_000

  /// The version as a number: 150004 for 15.4.
  public let version: Int
  /// The version as text.
  public let versionName: String
  /// The extensions that the tables need and the database lacks.
  public let missingExtensions: [String]
  /// The tables.
  public let tables: PostgreSQLSchema.State
  /// The role that asked.
  public let role: Role
  /// The way to the server.
  public let way: Way
  /// The settings that decide if a change survives a crash.
  public let durability: Durability
  /// The connections of the server, and the most that roles such as this one can have.
  public let connections: (now: Int, most: Int)
  /// The time of the server, less that of this machine.
  public let clockDifference: Duration
  /// Whether the log has a partition for the next month.
  public let hasNextMonth: Bool
  /// Whether the partition for rows that fit into no other has taken space. It is never dropped.
  public let hasOtherRows: Bool

  /// The servers of the place, if it names several, that take changes.
  public let primaries: [String]
  /// The servers that the place names.
  public let serverCount: Int

  /// The rights of a role.
  public struct Role: Sendable {
    /// Its name.
    public let name: String
    /// Whether no rule holds for it.
    public let isSuperuser: Bool
    /// Whether it can change the tables themselves.
    public let ownsTables: Bool
    /// Whether it can remove rows of the log.
    public let removesAttempts: Bool
  }

  /// The way from this machine to the server.
  public enum Way: Sendable {
    /// A socket of this machine.
    case local
    /// TLS, or the like; and whether the server must prove its name.
    case encrypted(provesName: Bool)
    /// Other machines on the way can read and change the bytes.
    case clear
  }

  /// The settings that decide if a change survives a crash.
  public struct Durability: Sendable {
    /// Whether `fsync` and `full_page_writes` are on.
    public let writesToDisk: Bool
    /// The setting `synchronous_commit`.
    public let synchronousCommit: String
    /// The setting `synchronous_standby_names`: empty if commits wait for no standby.
    public let awaitedStandbys: String
    /// The standbys that are connected.
    public let standbys: Int
  }

  /// Asks the server at `place`. Blocks its thread, for some seconds at most.
  /// - Parameter onRefusal: Called before an error with the server's own words, for administrators.
  public init(of place: PostgreSQLPlace, onRefusal: (String) -> Void = { _ in }) throws(StoreError) {
    let reasons = LastReason()
    do {
      let connection = try ServerConnection(to: place, noting: reasons)
      let deadline = ContinuousClock.now + PostgreSQLStore.timeout
      tables = try PostgreSQLSchema.state(connection, until: deadline)
      let before = SystemClock().now()
      guard let row = try connection.run([Self.question], until: deadline).first?.first else {
        throw ServerError.lost
      }
      // In the middle between question and answer.
      let asked = before.advanced(by: SystemClock().now().since(before) / 2)
      clockDifference = try (row["now"] as Timestamp).since(asked)
      version = try row["version"]
      versionName = try row["version_name"]
      missingExtensions = try (row["missing"] as String).split(separator: " ").map(String.init)
      role = Role(
        name: try row["role"], isSuperuser: try row["superuser"], ownsTables: try row["owner"],
        removesAttempts: try row["removes"])
      durability = Durability(
        writesToDisk: try row["disk"], synchronousCommit: try row["synchronous_commit"],
        awaitedStandbys: try row["awaited"], standbys: try row["standbys"])
      connections = (try row["connections"], try row["most"])
      hasNextMonth = try row["next_month"]
      hasOtherRows = try row["other_rows"]
      way = connection.way
      let servers = connection.servers
      serverCount = servers.count
      primaries = servers.count < 2 ? [] : servers.filter { Self.takesChanges($0, of: place) }.map(\.host)
    } catch {
      if let reason = reasons.text { onRefusal(reason) }
      throw StoreError(error, at: place.name)
    }
  }

  /// A server that does not answer takes none.
  private static func takesChanges(_ server: PostgreSQLPlace.Server, of place: PostgreSQLPlace) -> Bool {
    let question: Statement = "SELECT NOT pg_is_in_recovery() AS primary"
    guard let connection = try? ServerConnection(to: place, at: server),
      let rows = try? connection.run([question], until: .now + PostgreSQLStore.timeout)
    else { return false }
    return (try? rows.first?.first?["primary"] as Bool?) == true
  }

  /// Everybody may ask all of it. There may be no tables.
  private static let question: Statement = """
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS version_name,
      (SELECT coalesce(string_agg(name, ' '), '') FROM unnest(ARRAY['pg_trgm', 'btree_gin']) AS name
        WHERE name NOT IN (SELECT extname FROM pg_extension)) AS missing,
      current_user AS role, (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser,
      coalesce((SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = log.id), false) AS owner,
      coalesce(has_table_privilege(log.id, 'DELETE, TRUNCATE'), false) AS removes,
      current_setting('fsync')::boolean AND current_setting('full_page_writes')::boolean AS disk,
      current_setting('synchronous_commit') AS synchronous_commit,
      current_setting('synchronous_standby_names') AS awaited,
      (SELECT count(*) FROM pg_stat_replication) AS standbys,
      (SELECT sum(numbackends) FROM pg_stat_database) AS connections,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS most,
      to_regclass('signin.attempt_' || to_char(
        date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC') + interval '1 month', 'YYYY_MM')) IS NOT NULL
        AS next_month,
      coalesce(pg_relation_size(to_regclass('signin.attempt_other')), 0) > 0 AS other_rows,
      clock_timestamp() AS now
    FROM (SELECT to_regclass('signin.attempt')::oid AS id) AS log
    """
}

extension ServerConnection {
  /// The way to the server that answered.
  var way: ServerReport.Way {
    // A name of a folder, or of a socket without one.
    if let host = PQhost(connection), [UInt8(ascii: "/"), UInt8(ascii: "@")].contains(UInt8(bitPattern: host[0])) {
      return .local
    }
    if PQgssEncInUse(connection) == 1 { return .encrypted(provesName: true) }
    guard PQsslInUse(connection) == 1 else { return .clear }
    return .encrypted(provesName: option("sslmode") == "verify-full")
  }

  /// The servers of its place.
  var servers: [PostgreSQLPlace.Server] {
    let hosts = (option("host") ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let ports = (option("port") ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    return hosts.indices.map { index in
      // One port is that of all.
      PostgreSQLPlace.Server(host: hosts[index], port: ports.count == hosts.count ? ports[index] : ports.first ?? "")
    }
  }

  /// The value of an option of the connection, wherever libpq found it.
  private func option(_ keyword: String) -> String? {
    guard let options = PQconninfo(connection) else { return nil }
    defer { PQconninfoFree(options) }
    var option = options
    while let name = option.pointee.keyword {
      if String(cString: name) == keyword { return option.pointee.val.map { String(cString: $0) } }
      option += 1
    }
    return nil
  }
}
