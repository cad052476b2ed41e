import Identity
import AccountService
import Messages
import ProgramSupport
import Sentences

/// What `signin doctor` finds about a service that has told how it is.
struct ServiceFindings {
  private let health: ServiceHealth
  private let version: String
  private let socket: String

  /// - Parameters:
  ///   - version: The service's version.
  ///   - socket: The socket that people use.
  init(_ health: ServiceHealth, of version: String, at socket: String) {
    (self.health, self.version, self.socket) = (health, version, socket)
  }

  var all: [Finding] { [store, load] + [.disk(free: health.store.freeBytes)].compactMap(\.self) + key + replication }

  private var store: Finding {
    if let fault = health.store.faults.first(where: { $0.part != .key }) { return .bad(.store, fault.sentence) }
    return .good(
      .store,
      translated(
        "The service at {path} answers; it is {version}. Its store can be read and changed.",
        ["path": socket, "version": version]))
  }

  private var load: Finding {
    .good(
      .connection,
      translated(
        "Connections: {count}. Hashes under way: {running}, waiting: {waiting}.",
        [
          "count": "\(health.load.connections)", "running": "\(health.load.hashesRunning)",
          "waiting": "\(health.load.hashesWaiting)",
        ]))
  }

  /// People can sign in with recovery codes while the key is missing.
  private var key: [Finding] {
    health.store.faults.filter { $0.part == .key }.map { .bad(.key, $0.sentence) }
  }

  private var replication: [Finding] {
    guard let replication = health.store.replication else { return [] }
    let values: KeyValuePairs = [
      "count": "\(replication.standbys)", "lag": replication.lagMilliseconds.map { "\($0)" } ?? "?",
    ]
    return [.good(.server, translated("Standbys: {count}. The last one is {lag} ms behind.", values))]
  }
}
