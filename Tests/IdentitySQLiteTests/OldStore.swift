import Foundation
import GRDB
import Identity

@testable import IdentitySQLite

/// A copy of the store that the first edition wrote, in a directory of its own.
final class OldStore {
  private let directory: ScratchDirectory

  var folder: String { directory.path }
  var file: StoreFile { directory.file("signin.db") }

  init() throws {
    directory = try ScratchDirectory()
    let original = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stores/0.1.0.db")
    try Data(contentsOf: original).write(to: URL(filePath: directory("signin.db")))
    try directory.setMode(0o600, of: "signin.db")
  }

  /// Its rows, the oldest first.
  static let log: [String] =
    [
      "ann signed-in", "bob signed-in", "bob refused", "ann refused", "dora cancelled pts/1", "ann signed-in",
      "carl signed-in",
    ] + Array(repeating: "eve refused", count: 12) + Array(repeating: "eve throttled", count: 3) + ["dora pending"]

  /// An attempt in a few words.
  static func words(_ attempt: Attempt) -> String {
    let person = attempt.email.key.prefix { $0 != "@" }
    return [String(person), attempt.outcome.rawValue, attempt.source.tty].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Runs `body` on a connection that knows nothing of stores.
  func write<R>(_ body: (Database) throws -> R) throws -> R {
    try DatabaseQueue(path: file.path).inDatabase(body)
  }

  func read<R>(_ body: (Database) throws -> R) throws -> R { try write(body) }

  func version() throws -> Int? { try read { db in try Int.fetchOne(db, sql: "PRAGMA user_version") } }

  /// The version, the schema, and every row of every table.
  func dump() throws -> [String] {
    try read { db in
      let schema = try Row.fetchAll(db, sql: "SELECT name, type, sql FROM sqlite_schema ORDER BY name")
      let tables = try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' ORDER BY name")
      let rows = try tables.flatMap { table in try Row.fetchAll(db, sql: "SELECT * FROM \"\(table)\"") }
      return try ["\(Int.fetchOne(db, sql: "PRAGMA user_version") ?? -1)"] + (schema + rows).map(\.description)
    }
  }
}
