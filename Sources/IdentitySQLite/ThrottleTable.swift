import GRDB
import Identity

/// Whose failures a row of the table `throttle` counts. An email may read like a source, so their keys are kept apart.
enum ThrottleKey {
  case email(String)
  case source(String)

  var text: String {
    switch self {
    case .email(let key): "email:\(key)"
    case .source(let key): "source:\(key)"
    }
  }
}

extension Database {
  /// The failures in a row kept under `key`.
  func failures(_ key: ThrottleKey) throws -> FailureRun? {
    try Row.fetchOne(self, sql: "SELECT failures, last, previous FROM throttle WHERE key = ?", arguments: [key.text])
      .map(FailureRun.init)
  }

  /// Keeps `run` under `key` from now on; nil for nothing.
  func keep(_ run: FailureRun?, _ key: ThrottleKey) throws {
    guard let run else {
      return try execute(sql: "DELETE FROM throttle WHERE key = ?", arguments: [key.text])
    }
    try execute(
      sql: "INSERT OR REPLACE INTO throttle (key, failures, last, previous) VALUES (?, ?, ?, ?)",
      arguments: [key.text, run.failures, run.last.milliseconds, run.previous.milliseconds])
  }

  /// Goes on from the stamps of all failures by the clock as it is set now: when it has been set since the last time, they
  /// move along, so that neither frees nor jails anyone.
  func follow(_ start: MachineStart?) throws {
    guard let start else { return }
    let known = try Row.fetchOne(self, sql: "SELECT boot, moment FROM machine_start").map(MachineStart.init)
    let setting = known.map(start.setting) ?? .zero
    guard known?.boot != start.boot || setting != .zero else { return }
    try execute(
      sql: "INSERT OR REPLACE INTO machine_start (only, boot, moment) VALUES (1, ?, ?)",
      arguments: [start.boot, start.moment.milliseconds])
    let shift = setting.wholeMilliseconds
    guard shift != 0 else { return }
    try execute(sql: "UPDATE throttle SET last = last + ?, previous = previous + ?", arguments: [shift, shift])
  }
}
