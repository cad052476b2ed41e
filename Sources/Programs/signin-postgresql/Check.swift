import Store
import Identity
import PostgreSQLStore
import ProgramSupport
import Settings
import Secrets
import Sentences
import Administration

/// `signin-postgresql --check STORE`: what `signin doctor` finds about a database, for signin, which
/// can't open one.
enum Check {
  /// From these on a difference between clocks is worth a warning. Codes of second steps last 30 s.
  private static let clockTolerance = Duration.seconds(5)

  /// Writes a line for each finding. A check that fails is a finding too.
  static func perform(_ arguments: [String]) throws(Failure) {
    for finding in findings(arguments) { try StandardStreams.writeResult(lines: finding.line) }
  }

  private static func findings(_ arguments: [String]) -> [Finding] {
    do throws(Failure) {
      let settings = try Settings.ofService(store: arguments.first)
      let place = try PostgreSQLEngine.place(settings)
      var reason: String?
      let report: ServerReport
      do throws(StoreError) {
        report = try ServerReport(of: place) { reason = $0 }
      } catch {
        return [.bad(.store, StoreHealth.Fault(.reading, error, reason: reason).sentence)]
      }
      let keys = try PostgreSQLEngine.keys(settings, in: Settings.serviceFolder)
      return findings(report, place.name) + ofAccounts(report, PostgreSQLStore(at: place), keys, settings)
    } catch {
      return [.bad(.store, error.sentence)]
    }
  }

  private static func findings(_ report: ServerReport, _ name: String) -> [Finding] {
    let general = [
      server(report), primaries(report), connections(report), durability(report.durability), way(report.way),
    ]
    let ends = [role(report.role), clock(report.clockDifference)]
    return [tables(report.tables, name)] + general.compactMap(\.self) + ends
      + (report.tables.fault == nil ? log(report) : [])
  }

  /// Says nothing of a store that can't be read: other findings say why.
  private static func ofAccounts(
    _ report: ServerReport, _ store: PostgreSQLStore, _ keys: SharedKey, _ settings: Settings
  ) -> [Finding] {
    guard report.tables.fault == nil else { return [] }
    let key = Finding.key(keys, of: store)
    guard let cost = (try? settings.argon2id)?.cost else { return [key].compactMap(\.self) }
    let most = Finding.mostMemory(beside: cost)
    let count = try? waitingForStore { () async throws(StoreError) in
      try await store.accountsHashed(inMoreThan: most)
    }
    return [key, Finding.accounts(count ?? 0, hashedInMoreThan: most)].compactMap(\.self)
  }

  private static func tables(_ state: PostgreSQLSchema.State, _ name: String) -> Finding {
    if let fault = state.fault { return .bad(.store, StoreError.database(fault, path: name).sentence) }
    return .good(
      .store,
      translated(
        "{store} answers, and its tables have version {version}.",
        ["store": name, "version": "\(state.version)"]))
  }

  private static func server(_ report: ServerReport) -> Finding {
    guard report.version >= ServerReport.oldestVersion else {
      return .bad(
        .server, translated("PostgreSQL {version} is too old. Use 14 or newer.", ["version": report.versionName]))
    }
    guard report.missingExtensions.isEmpty || report.tables == .missing else {
      return .bad(
        .server,
        translated(
          "The database lacks extensions: {names}. Restore them with CREATE EXTENSION.",
          ["names": report.missingExtensions.joined(separator: translated(", "))]))
    }
    return .good(.server, translated("PostgreSQL {version}, with its extensions.", ["version": report.versionName]))
  }

  /// Says nothing of a single server.
  private static func primaries(_ report: ServerReport) -> Finding? {
    let values: KeyValuePairs = [
      "servers": report.primaries.joined(separator: translated(", ")), "count": "\(report.serverCount)",
    ]
    guard report.serverCount > 1, !report.primaries.isEmpty else { return nil }
    guard report.primaries.count <= 1 else {
      return .bad(
        .server, translated("Servers that accept changes: {servers}. Stop the old ones: their accounts differ.", values)
      )
    }
    return .good(.server, translated("Of {count} servers one accepts changes: {servers}.", values))
  }

  private static func connections(_ report: ServerReport) -> Finding {
    let (now, most) = report.connections
    let values: KeyValuePairs = ["count": "\(now)", "most": "\(most)"]
    guard now * 5 < most * 4 else {
      return .warning(
        .server,
        translated("Connections: {count} of {most}. Raise max_connections, or put pgbouncer in front.", values))
    }
    return .good(.server, translated("Connections: {count} of {most}.", values))
  }

  private static func durability(_ found: ServerReport.Durability) -> Finding {
    let values: KeyValuePairs = ["setting": found.synchronousCommit, "standbys": found.awaitedStandbys]
    guard found.writesToDisk else {
      return .bad(
        .durability,
        translated("fsync or full_page_writes is off: a power cut can destroy the database. Turn both on."))
    }
    guard found.synchronousCommit != "off" else {
      return .bad(
        .durability, translated("synchronous_commit is off: a crash can take the last changes. Set it to on."))
    }
    switch (found.awaitedStandbys.isEmpty || found.synchronousCommit == "local", found.standbys) {
    case (true, 0):
      return .good(
        .durability,
        translated("synchronous_commit is {setting}: a power cut loses nothing. There is no standby.", values))
    case (true, _):
      return .warning(
        .durability,
        translated(
          "The standby is asynchronous: if it takes over, the last changes are lost. Set synchronous_standby_names."))
    case (false, 0):
      return .warning(
        .durability, translated("No standby is connected, and changes wait for one: {standbys}.", values))
    case (false, _):
      return .good(
        .durability,
        translated(
          "synchronous_commit is {setting}, and changes wait for a standby: {standbys}. If it takes over, nothing is "
            + "lost.", values))
    }
  }

  private static func way(_ way: ServerReport.Way) -> Finding {
    switch way {
    case .local: .good(.connection, translated("A socket of this machine."))
    case .encrypted(provesName: true): .good(.connection, translated("TLS, and the server proves its name."))
    case .encrypted(provesName: false):
      .bad(
        .connection, translated("TLS, but any server can answer. Set sslmode=verify-full and sslrootcert in the store.")
      )
    case .clear:
      .bad(.connection, translated("Without TLS others can read and change what is sent. Set sslmode=verify-full."))
    }
  }

  private static func role(_ role: ServerReport.Role) -> Finding {
    let values: KeyValuePairs = ["role": role.name]
    if role.isSuperuser {
      return .bad(
        .role, translated("{role} is a superuser. Give the service a role of its own, such as signin_app.", values))
    }
    if role.ownsTables {
      return .bad(
        .role, translated("{role} owns the tables. Give the service a role of its own, such as signin_app.", values))
    }
    if role.removesAttempts {
      return .bad(
        .role,
        translated(
          "{role} can remove rows of the log. Run: REVOKE DELETE, TRUNCATE ON signin.attempt FROM {role}", values))
    }
    return .good(.role, translated("{role} is no owner, and can't remove rows of the log.", values))
  }

  private static func clock(_ difference: Duration) -> Finding {
    let size = max(difference, .zero - difference)
    guard size > clockTolerance else {
      return .good(.clock, translated("The clocks of this machine and of the server agree."))
    }
    return .warning(
      .clock,
      translated(
        "The clocks of this machine and of the server differ by {count} s. Codes of two-step sign-in need the right "
          + "time here: set both by NTP.", ["count": "\(size.components.seconds)"]))
  }

  private static func log(_ report: ServerReport) -> [Finding] {
    var findings: [Finding] = []
    if report.hasNextMonth {
      findings.append(.good(.log, translated("The partition of the next month is there.")))
    } else {
      findings.append(
        .warning(
          .log,
          translated("The partition of the next month is missing. A running service makes it, or: signin store migrate")
        ))
    }
    if report.hasOtherRows {
      findings.append(
        .warning(
          .log,
          translated(
            "Rows in the partition attempt_other are kept for ever, because no month's partition was there for them.")))
    }
    return findings
  }
}
