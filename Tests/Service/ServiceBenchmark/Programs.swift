import Glibc
import Measure

/// The measured programs, and what a hash costs by itself.
struct Programs {
  static let password = "correct horse"
  static let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
  /// The least cost of a hash that the settings take.
  static let cheapHash = "hash = { memory-kib = 19456, passes = 2 }\n"

  let signin: String
  let bareHash: String
  /// An empty store in PostgreSQL.
  let database: String

  /// The hash of an account in a store.
  func hash(in store: String) throws -> String {
    try ProgramRun("sqlite3", [store, "SELECT hash FROM account LIMIT 1"]).firstLine
  }

  /// The hashes that all cores together compute in a second, without any other work but the start of a program each.
  func hashesPerSecond(_ hash: String) throws -> Double {
    let count = 12
    let loop =
      "(i=0; while [ $i -lt \(count) ]; do echo '\(Self.password)' | '\(bareHash)' '\(hash)'; i=$((i + 1)); done)"
    let script = (0..<Self.cores).map { _ in loop + " &" }.joined(separator: " ") + " wait"
    let runs = try (0..<3).map { _ in try ProgramRun("/bin/sh", ["-c", script]).milliseconds }
    return Double(count * Self.cores) * 1000 / runs.median
  }
}
