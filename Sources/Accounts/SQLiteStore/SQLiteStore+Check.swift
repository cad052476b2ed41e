public import Identity
import SQLite

extension SQLiteStore: CheckableStore {
  /// Writes the version of the tables once more. Unlike a row with the value it has, that goes to the disk each time.
  public func checkWriting() async throws(StoreError) {
    try journal?.waitUntilReady()
    try await write { db in
      let version: Int = try db.value("PRAGMA user_version") ?? 0
      try db.execute("PRAGMA user_version = \(version)")
    }
  }
}
