import Foundation
import SQLite
import Identity

@testable import SQLiteStore

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
  @discardableResult
  func write<R>(_ body: (Database) throws -> R) throws -> R {
    try body(Database(path: file.path))
  }

  func read<R>(_ body: (Database) throws -> R) throws -> R { try write(body) }

  func version() throws -> Int? { try read { db in try db.value("PRAGMA user_version") as Int? } }

  /// The version, the schema, and every row of every table.
  func dump() throws -> [String] {
    try read { db in
      let schema = try db.texts("SELECT name, type, sql FROM sqlite_schema ORDER BY name")
      let tables = try db.rows(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' ORDER BY name"
      ) { row in try row[0] as String }
      let rows = try tables.flatMap { table in try db.texts("SELECT * FROM \"\(table)\"") }
      return try ["\((db.value("PRAGMA user_version") as Int?) ?? -1)"] + schema + rows
    }
  }
}

extension Database {
  /// The rows as texts.
  fileprivate func texts(_ sql: String) throws -> [String] {
    try rows(sql) { row in
      try (0..<row.count).map { index in
        if let text = try? row[index] as String { return text }
        if let bytes = try? row[index] as [UInt8] { return "\(bytes)" }
        return try (row[index] as Int64?).map { "\($0)" } ?? "NULL"
      }.joined(separator: "|")
    }
  }
}
