import GRDB
import Identity

/// The key of a row in the table `throttle`: an email or a source. The two are kept apart, because an email may read
/// like a source.
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
  /// Returns the failures in a row kept under `key`.
  func failures(_ key: ThrottleKey) throws -> FailureRun? {
    try Row.fetchOne(self, sql: "SELECT failures, last, previous FROM throttle WHERE key = ?", arguments: [key.text])
      .map(FailureRun.init)
  }

  /// Keeps `run` under `key` from now on. With nil, nothing is kept.
  func keep(_ run: FailureRun?, _ key: ThrottleKey) throws {
    guard let run else {
      return try execute(sql: "DELETE FROM throttle WHERE key = ?", arguments: [key.text])
    }
    try execute(
      sql: "INSERT OR REPLACE INTO throttle (key, failures, last, previous) VALUES (?, ?, ?, ?)",
      arguments: [key.text, run.failures, run.last.milliseconds, run.previous.milliseconds])
  }

  /// Adjusts the times of all failures to the clock as it is set now. If the clock has been set since the last time,
  /// they move along, so that setting it neither frees nor blocks anybody. See
  /// Decisions/0041-throttle-by-elapsed-time.md.
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
