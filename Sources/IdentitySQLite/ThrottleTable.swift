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
}
