package import Identity
package import AccountService

/// The counters of a service in Prometheus' text format, version 0.0.4.
package struct Metrics {
  private let health: ServiceHealth
  private let version: String
  private let throttled: ThrottleReport?

  /// - Parameters:
  ///   - version: The service's version.
  ///   - throttled: What the throttle counts; nil if the store can't tell.
  package init(_ health: ServiceHealth, of version: String, _ throttled: ThrottleReport?) {
    (self.health, self.version, self.throttled) = (health, version, throttled)
  }

  /// Those of a service that does not answer.
  package static var down: String { up(0).joined(separator: "\n") }

  /// The lines, without a line feed behind the last.
  package var text: String {
    (Self.up(1)
      + Self.family(
        "signin_build_info", "gauge", "The version of the service.", [("version=\"\(Self.escaped(version))\"", "1")])
      + storeLines + loadLines + throttleLines).joined(separator: "\n")
  }

  private static func up(_ value: Int) -> [String] {
    gauge("signin_up", "Whether the service answers.", value)
  }

  private var storeLines: [String] {
    let (store, key) = (
      health.store.faults.contains { $0.part != .key }, health.store.faults.contains { $0.part == .key }
    )
    var lines =
      Self.gauge("signin_store_up", "Whether the store can be read and changed.", store ? 0 : 1)
      + Self.gauge("signin_key_up", "Whether codes of second steps can be checked.", key ? 0 : 1)
      + Self.family(
        "signin_store_errors_total", "counter", "Failures of the store that people met, by kind.",
        Self.counts(health.load.storeErrors, Self.storeErrors, label: "kind"))
    if let free = health.store.freeBytes {
      lines += Self.gauge("signin_store_free_bytes", "Free bytes on the disk of the store.", free)
    }
    guard let replication = health.store.replication else { return lines }
    lines += Self.gauge("signin_standbys", "Standbys of the database that are connected.", replication.standbys)
    if let lag = replication.lagMilliseconds {
      lines += Self.family(
        "signin_replica_lag_seconds", "gauge", "How far the last standby is behind.",
        [("", Self.decimal(lag, places: 3))])
    }
    return lines
  }

  private var loadLines: [String] {
    let load = health.load
    return Self.family(
      "signin_attempts_total", "counter", "Sign-ins and other conversations that ended, by outcome.",
      Self.counts(load.attempts, Self.outcomes, label: "outcome"))
      + Self.histogram("signin_hash_seconds", "Time for a hash.", load.hashing)
      + Self.histogram("signin_hash_queue_seconds", "Time that a hash waited for its turn.", load.queueing)
      + Self.gauge("signin_hashes_running", "Hashes under way.", load.hashesRunning)
      + Self.gauge("signin_hashes_waiting", "Hashes that wait for their turn.", load.hashesWaiting)
      + Self.family(
        "signin_connections", "gauge", "Open connections, by socket.",
        [("socket=\"sign-in\"", "\(load.connections)"), ("socket=\"administration\"", "\(load.administrators)")])
  }

  private var throttleLines: [String] {
    guard let throttled else { return [] }
    let blocked = throttled.entries.filter { $0.block != .none }
    let sources = blocked.count { if case .source = $0.subject { true } else { false } }
    let emails = blocked.count { if case .email = $0.subject { true } else { false } }
    return Self.gauge("signin_throttled_sources", "Sources that must wait.", sources)
      + Self.gauge("signin_throttled_emails", "Emails that must wait.", emails)
  }

  /// The outcomes that a dashboard can rely on, also before the first of them.
  private static let outcomes = [
    "signed-in", "refused", "throttled", "disabled", "cancelled", "unavailable", "changed", "not-accepted",
  ]
  private static let storeErrors = ["unreachable", "damaged", "untrusted", "input-output", "not-recorded", "database"]

  private static func counts(_ counts: [String: Int], _ known: [String], label: String) -> [(String, String)] {
    (known + counts.keys.filter { !known.contains($0) }.sorted()).map {
      ("\(label)=\"\(escaped($0))\"", "\(counts[$0] ?? 0)")
    }
  }

  private static func gauge(_ name: String, _ help: String, _ value: Int) -> [String] {
    family(name, "gauge", help, [("", "\(value)")])
  }

  private static func family(
    _ name: String, _ type: String, _ help: String, _ samples: [(labels: String, value: String)]
  ) -> [String] {
    ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"]
      + samples.map { name + ($0.labels.isEmpty ? "" : "{\($0.labels)}") + " " + $0.value }
  }

  /// The buckets of the text format have all smaller ones in them.
  private static func histogram(_ name: String, _ help: String, _ histogram: Histogram) -> [String] {
    var (lines, sum) = (["# HELP \(name) \(help)", "# TYPE \(name) histogram"], 0)
    for (bound, count) in zip(Histogram.bounds, histogram.counts) {
      sum += count
      lines.append("\(name)_bucket{le=\"\(decimal(bound, places: 3))\"} \(sum)")
    }
    return lines + [
      "\(name)_bucket{le=\"+Inf\"} \(histogram.count)", "\(name)_sum \(decimal(histogram.microseconds, places: 6))",
      "\(name)_count \(histogram.count)",
    ]
  }

  /// A number of thousandths or millionths, without zeros at the end.
  private static func decimal(_ number: Int, places: Int) -> String {
    let digits = String(number)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let fraction = padded.suffix(places).reversed().drop { $0 == "0" }.reversed()
    return String(padded.dropLast(places)) + (fraction.isEmpty ? "" : "." + String(fraction))
  }

  private static func escaped(_ text: String) -> String {
    String(text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : $0.isNewline ? [" "] : [$0] })
  }
}
