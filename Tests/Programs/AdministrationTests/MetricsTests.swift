import Administration
import Foundation
import Identity
import AccountService
import Messages
import TestSupport
import Testing

@Suite struct MetricsTests {
  /// A service that has just started, after some work, as Prometheus reads it.
  @Test func `Counters are Prometheus' text`() {
    var load = ServiceLoad()
    for _ in 1...3 { load.count(AttemptOutcome.refused.rawValue) }
    load.count(.inputOutput(.full, path: "/var/lib/signin/signin.db"))
    load.hashing.add(.milliseconds(80))
    load.hashing.add(.microseconds(1_500_250))
    load.connections = 7
    let replication = Replication(standbys: 1, lagMilliseconds: 20)
    let health = ServiceHealth(store: StoreHealth(replication: replication), load: load)
    let lines = Metrics(health, of: "signin 1.0", nil).text.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(6) == [
        "# HELP signin_up Whether the service answers.", "# TYPE signin_up gauge", "signin_up 1",
        "# HELP signin_build_info The version of the service.", "# TYPE signin_build_info gauge",
        "signin_build_info{version=\"signin 1.0\"} 1",
      ])
    #expect(
      lines.filter { $0.hasPrefix("signin_hash_seconds") } == [
        "signin_hash_seconds_bucket{le=\"0.005\"} 0", "signin_hash_seconds_bucket{le=\"0.01\"} 0",
        "signin_hash_seconds_bucket{le=\"0.025\"} 0", "signin_hash_seconds_bucket{le=\"0.05\"} 0",
        "signin_hash_seconds_bucket{le=\"0.1\"} 1", "signin_hash_seconds_bucket{le=\"0.25\"} 1",
        "signin_hash_seconds_bucket{le=\"0.5\"} 1", "signin_hash_seconds_bucket{le=\"1\"} 1",
        "signin_hash_seconds_bucket{le=\"2.5\"} 2", "signin_hash_seconds_bucket{le=\"5\"} 2",
        "signin_hash_seconds_bucket{le=\"10\"} 2", "signin_hash_seconds_bucket{le=\"30\"} 2",
        "signin_hash_seconds_bucket{le=\"+Inf\"} 2", "signin_hash_seconds_sum 1.58025", "signin_hash_seconds_count 2",
      ])
    for line in [
      "signin_attempts_total{outcome=\"refused\"} 3", "signin_attempts_total{outcome=\"signed-in\"} 0",
      "signin_store_errors_total{kind=\"input-output\"} 1", "signin_connections{socket=\"sign-in\"} 7",
      "signin_standbys 1", "signin_replica_lag_seconds 0.02", "signin_store_up 1",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
  }

  @Test func `Each family has one line of help and one of its type, and a counter's name ends in _total`() {
    let text = Metrics(ServiceHealth(store: StoreHealth(), load: ServiceLoad()), of: "1", nil).text
    let lines = text.split(separator: "\n")
    let (help, types) = (lines.filter { $0.hasPrefix("# HELP ") }, lines.filter { $0.hasPrefix("# TYPE ") })
    #expect(help.count == types.count)
    #expect(Set(help.map { $0.split(separator: " ")[2] }).count == help.count)
    for type in types.map({ $0.split(separator: " ") }) {
      #expect(type[2].hasPrefix("signin_"))
      #expect((type[3] == "counter") == type[2].hasSuffix("_total"))
    }
  }

  @Test func `The dashboard asks only for metrics that are written`() throws {
    let path = Packaged.root.appending(path: "Resources/grafana/signin-dashboard.json").path()
    let dashboard = try String(contentsOfFile: path, encoding: .utf8)
    let replication = Replication(standbys: 1, lagMilliseconds: 20)
    let health = ServiceHealth(store: StoreHealth(replication: replication), load: ServiceLoad())
    let report = ThrottleReport(ThrottleState(), under: Throttle(), at: Timestamp(milliseconds: 0))
    let written = Metrics(health, of: "1", report).text
    let asked = Set(dashboard.matches(of: /signin_[a-z_]+/).map { String($0.output) })
    #expect(asked.count > 10)
    for name in asked { #expect(written.contains("\n\(name)") || written.hasPrefix("\(name)"), "\(name)") }
  }

  @Test func `A store that fails, and a key that is missing, are down`() {
    let faults = [StoreHealth.Fault(.key, .unreachable(.keyLost, path: "/k"))]
    let noKey = Metrics(ServiceHealth(store: StoreHealth(faults: faults), load: ServiceLoad()), of: "1", nil).text
    #expect(noKey.contains("\nsignin_store_up 1\n") && noKey.contains("\nsignin_key_up 0\n"))
    let full = [StoreHealth.Fault(.writing, .inputOutput(.full, path: "/s"))]
    let noStore = Metrics(ServiceHealth(store: StoreHealth(faults: full), load: ServiceLoad()), of: "1", nil).text
    #expect(noStore.contains("\nsignin_store_up 0\n") && noStore.contains("\nsignin_key_up 1\n"))
  }
}
