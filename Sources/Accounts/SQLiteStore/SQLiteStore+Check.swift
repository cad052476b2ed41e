import Glibc
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

  /// The bytes that are free for this user on the disk of the store.
  public var freeBytes: Int? {
    var status = statvfs()
    guard case .file(let file) = place, statvfs(file.path, &status) == 0 else { return nil }
    return Int(clamping: status.freeBytes)
  }
}
