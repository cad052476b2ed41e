import SQLite
public import Identity
public import Secrets

extension SQLiteStore {
  /// Returns the number of accounts whose hash has another cost than `cost`. Reads them all. An account
  /// without a password has none.
  public func accountsHashed(otherThan cost: HashCost) async throws(StoreError) -> Int {
    try await read { db in
      try db.value(
        "SELECT count(*) FROM account WHERE hash <> '' AND hash NOT LIKE ?",
        ["$argon2id$v=19$m=\(cost.memoryKiB),t=\(cost.passes),p=1$%"]) ?? 0
    }
  }
}
