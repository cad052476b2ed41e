import Foundation
import SQLite
import Identity
import SQLiteStore
import Secrets
import Store

/// The content of a store, read by SQLite itself, whatever happened to its files.
struct StoreInspection {
  /// The faults of the database, its references and its full-text index; none if the store is whole.
  let faults: [String]
  /// The outcomes of all attempts by number. Changes are left out.
  let outcomes: [Int64: String]
  /// The emails of the accounts.
  let accounts: [String]
  private let path: String

  init(path: String) throws {
    self.path = path
    let db = try Database(sharing: path)
    var faults = try db.rows("PRAGMA integrity_check") { row in try row[0] as String }.filter { $0 != "ok" }
    faults += try db.rows("PRAGMA foreign_key_check") { row in
      try "\(row[0] as String) \(row[1] as Int64?, default: "-")"
    }
    guard try (db.value("SELECT 1 FROM sqlite_schema WHERE name = 'attempt'") as Int?) != nil else {
      (self.faults, outcomes, accounts) = (faults, [:], [])
      return
    }
    do {
      try db.execute("INSERT INTO attempt_text (attempt_text, rank) VALUES ('integrity-check', 1)")
    } catch {
      faults.append("full-text index: \(error)")
    }
    let rows = try db.rows("SELECT id, outcome FROM attempt WHERE outcome NOT LIKE 'account-%'") { row in
      try (row[0] as Int64, row[1] as String)
    }
    self.faults = faults
    outcomes = Dictionary(uniqueKeysWithValues: rows)
    accounts = try db.rows("SELECT email FROM account") { row in try row[0] }
  }

  /// The tokens that no longer work, of those printed by `--print token`: none if no acknowledged change was lost.
  func lost(of tokens: [String]) async throws -> [String] {
    let store = SQLiteStore(file: StoreFile(path: path))
    var lost: [String] = []
    for text in tokens {
      guard let token = SecureToken(base64URL: text), try await store.verify(token.digest) != nil else {
        lost.append(text)
        continue
      }
    }
    return lost
  }
}

extension Database {
  /// A store that programs use too. It waits for a server that closes the store: at most some 10 s.
  convenience init(sharing path: String) throws {
    try self.init(path: path) { times in
      poll(nil, 0, 5)
      return times < 2_000
    }
  }
}
