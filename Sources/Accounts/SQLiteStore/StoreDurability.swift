import SQLite
public import Identity

/// The safety of written data in a power cut.
public struct StoreDurability: Sendable, Hashable {
  /// SQLite's `journal_mode`.
  public let journal: String
  /// SQLite's `synchronous`. 2 (FULL) waits for the disk with every change. 1 and 0 may lose the last changes.
  public let synchronous: Int

  /// Whether a confirmed change survives a power cut, as far as the disk keeps its word.
  public var isFull: Bool { journal == "wal" && synchronous >= 2 }
}

extension SQLiteStore {
  /// Opens the store and reads its durability.
  public func durability() async throws(StoreError) -> StoreDurability {
    try await read { db in
      StoreDurability(
        journal: try db.value("PRAGMA journal_mode") ?? "none",
        synchronous: try db.value("PRAGMA synchronous") ?? 0)
    }
  }
}
