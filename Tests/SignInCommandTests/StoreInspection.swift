import Foundation
import GRDB
import Identity
import IdentitySQLite
import Secrets

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
    (faults, outcomes, accounts) = try DatabaseQueue(sharing: path).inDatabase { db in
      var faults = try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
      faults += try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map(\.description)
      guard try String.fetchOne(db, sql: "SELECT name FROM sqlite_schema WHERE name = 'attempt'") != nil else {
        return (faults, [:], [])
      }
      do {
        try db.execute(sql: "INSERT INTO attempt_text (attempt_text, rank) VALUES ('integrity-check', 1)")
      } catch {
        faults.append("full-text index: \(error)")
      }
      let rows = try Row.fetchAll(db, sql: "SELECT id, outcome FROM attempt WHERE outcome NOT LIKE 'account-%'")
      let outcomes = Dictionary(uniqueKeysWithValues: rows.map { ($0["id"] as Int64, $0["outcome"] as String) })
      return (faults, outcomes, try String.fetchAll(db, sql: "SELECT email FROM account"))
    }
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

extension DatabaseQueue {
  /// A store that programs use too. It waits for a keeper that closes the store, and a transaction may stay open.
  convenience init(sharing path: String) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.allowsUnsafeTransactions = true
    try self.init(path: path, configuration: configuration)
  }
}
