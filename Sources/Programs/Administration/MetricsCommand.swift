import ArgumentParser
import Identity
import AccountService
import Messages
import ProgramSupport
import Settings
import Sentences

/// `signin metrics`: the service's counters, for Prometheus.
struct MetricsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "metrics", "Print the service's counters for Prometheus.",
    "Asks the service, whose counters begin with its start, and prints Prometheus' text format, such as for the textfile "
      + "collector of node_exporter. Only root and the group signin-admin can ask. If no service answers, prints "
      + "signin_up 0, and the status is 69.",
    examples: "signin metrics", "signin metrics >/var/lib/prometheus/node-exporter/signin.prom")

  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    let socket = try socket
    let metrics: Metrics
    do throws(Failure) {
      let store = try RemoteStore.connected(beside: socket)
      let health = try waitingForStore { () async throws(StoreError) in try await store.health() }
      let state = try? waitingForStore { () async throws(StoreError) in try await store.throttleState() }
      let report = state.map { ThrottleReport($0, under: store.rules.throttle, at: SystemClock().now()) }
      metrics = Metrics(health, of: store.welcome.program, report)
    } catch {
      // Any other failure, such as that of one who may not ask, leaves open whether the service is up.
      if error.status == .unavailable { try StandardStreams.writeResult(lines: Metrics.down) }
      throw error
    }
    try StandardStreams.writeResult(lines: metrics.text)
  }

  /// The socket of the service. The machine's is meant where no store is named: its folder may be missing in an outage.
  private var socket: String {
    get throws(Failure) {
      let settings = try options.settings
      guard settings.origin(of: "store") != nil else { return StoreAddress.machineSocket }
      guard case .service(let socket) = try settings.storeAddress else {
        throw Failure(.configuration, translated("Only a service counts, and another store is set."))
      }
      return socket
    }
  }
}
