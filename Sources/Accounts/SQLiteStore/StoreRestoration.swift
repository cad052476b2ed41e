import Glibc
public import Identity
import SQLite
import Store
import Secrets
import Unix

/// Puts a copy of a store in the place of the store.
///
/// Root may read the copy and then become the owner of the store: the copy is open from the beginning.
public final class StoreRestoration {
  /// What was done.
  public struct Outcome: Sendable, Hashable {
    /// The file that the former store has now; nil if there was none.
    public let former: String?
    /// Whether the key of the store opens all secrets of second steps. If not, their codes can't be checked.
    public let hasKey: Bool
  }

  private let backup: StoreFile
  private let descriptor: Int32
  private let key: SealingKey?

  /// Opens the copy, and the key beside it if there is one.
  /// - Throws: ``Identity/StoreError``, if there is no copy, another user could change it, or it is in use.
  public init(from backup: StoreFile) throws(StoreError) {
    self.backup = backup
    guard case .present = try backup.inspect() else {
      throw .unreachable(.refused(.open, errorNumber: ENOENT), path: backup.path)
    }
    // What SQLite keeps beside a file belongs to its content. A copy has nothing beside it.
    for companion in backup.companions where try FileStatus(of: companion)?.isEmpty == false {
      throw .unreachable(.inUse, path: backup.path)
    }
    key = try SealingKeyFile(of: backup).key()
    descriptor = open(backup.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failing(at: backup.path, doing: .open) }
  }

  deinit { close(descriptor) }

  /// Checks the copy, and puts it in the place of `file` in one step. The former store stays, under another name.
  /// - Parameters:
  ///   - file: The store. It need not exist.
  ///   - keys: The file of its key, which the key beside the copy replaces.
  /// - Throws: ``Identity/StoreError``. The store is as it was then, but for an error about the key.
  public func put(
    at file: StoreFile, keys: SealingKeyFile, clock: any WallClock = SystemClock()
  ) throws(StoreError) -> Outcome {
    do {
      _ = try file.inspect()
      try file.makeDirectory(file.directory)
      var former: String?
      try file.whileMaking {
        let draft = StoreFile(path: file.path + "-restored")
        draft.remove()
        do {
          try copy(to: draft)
          try check(draft)
        } catch {
          draft.remove()
          throw error
        }
        former = try swap(draft, file, at: clock.now())
        try file.syncDirectory()
      }
      if let key { try put(key, at: keys, keeping: former) }
      return Outcome(former: former, hasKey: try hasKey(file, keys))
    } catch {
      throw StoreError(error, at: file.path)
    }
  }

  private func copy(to draft: StoreFile) throws {
    try draft.makeFile()
    let target = open(draft.path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
    guard target >= 0 else { throw StoreError.failing(at: draft.path, doing: .open) }
    defer { close(target) }
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw StoreError.failing(at: backup.path, doing: .open) }
    while true {
      switch sendfile(target, descriptor, nil, 1 << 20) {
      case 0:
        guard fsync(target) == 0 else { throw StoreError.failing(at: draft.path, doing: .write) }
        return
      case ..<0: throw StoreError.failing(at: draft.path, doing: .write)
      default: continue
      }
    }
  }

  /// Makes sure that the copy is a whole store of this version or an older one.
  private func check(_ draft: StoreFile) throws {
    do {
      let database = try DatabaseConnection.connect(to: .file(draft))
      try database.transaction(.deferred) { db in
        guard try DatabaseConnection.requireOurs(db, at: .file(backup)) > 0 else {
          throw StoreError.damaged(.notStore, path: backup.path)
        }
        let faults = try db.rows("PRAGMA integrity_check(1)") { row in try row[0] as String? }
        let orphans = try db.rows("PRAGMA foreign_key_check", limit: 1) { _ in true }
        guard faults == ["ok"], orphans.isEmpty else { throw StoreError.damaged(.corrupt, path: backup.path) }
      }
    } catch {
      throw StoreError(error, at: backup.path, onDiskOf: draft.path)
    }
  }

  /// Exchanges the store and the checked copy, or removes the copy.
  /// - Returns: The new name of the former store.
  private func swap(_ draft: StoreFile, _ file: StoreFile, at now: Timestamp) throws -> String? {
    var former: StoreFile?
    var isExchanged = false
    do {
      guard case .present = try file.inspect() else {
        guard rename(draft.path, file.path) == 0 else { throw StoreError.failing(at: file.path, doing: .make) }
        return nil
      }
      // The last program to close a store merges what is beside it. A damaged one stays as it is.
      _ = try? DatabaseConnection.connect(to: .file(file)).execute("PRAGMA wal_checkpoint(TRUNCATE)")
      let lock = try StoreLock(of: file)
      defer { lock.release() }
      let name = try file.freeName(at: now)
      former = name
      // A log that is left belongs to the former store, and would change the new one.
      try move(file.companions, to: name.companions)
      do throws(SystemError) {
        try FileExchange.exchange(draft.path, file.path)
      } catch {
        throw StoreError.unreachable(.refused(.write, errorNumber: error.number), path: file.path)
      }
      isExchanged = true
      guard rename(draft.path, name.path) == 0 else { throw StoreError.failing(at: name.path, doing: .write) }
      return name.path
    } catch {
      // The store comes back to its name. If even that fails, both files stay.
      if isExchanged { try FileExchange.exchange(draft.path, file.path) }
      if let former { try? move(former.companions, to: file.companions) }
      draft.remove()
      throw error
    }
  }

  /// Renames the files of the first paths that exist.
  private func move(_ old: [String], to new: [String]) throws {
    for (old, new) in zip(old, new) where try FileStatus(of: old) != nil {
      guard rename(old, new) == 0 else { throw StoreError.failing(at: old, doing: .write) }
    }
  }

  /// Keeps the former key beside the former store.
  private func put(_ key: SealingKey, at keys: SealingKeyFile, keeping former: String?) throws {
    guard let old = try keys.key() else {
      _ = try keys.make(key)
      return
    }
    if let former { _ = try SealingKeyFile(of: StoreFile(path: former)).make(old) }
    try keys.change { _ in key }
  }

  private func hasKey(_ file: StoreFile, _ keys: SealingKeyFile) throws -> Bool {
    let secrets = try DatabaseConnection.connect(to: .file(file))
      .run("SELECT account, secret FROM second_step WHERE length(secret) > 0").map(SealedSecret.init)
    guard !secrets.isEmpty else { return true }
    guard let key = try keys.key() else { return false }
    return secrets.allSatisfy { key.opens($0) }
  }
}

/// A lock that a program gets only if no other one has the store open.
private struct StoreLock {
  private let descriptor: Int32

  /// SQLite's lock bytes. In WAL mode each connection has a lock on them as long as it lives.
  private static let bytes = 0x4000_0000..<0x4000_0200

  /// - Throws: ``Identity/StoreError/Obstacle/inUse``, if another program has the store open.
  init(of file: StoreFile) throws(StoreError) {
    descriptor = open(file.path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failing(at: file.path, doing: .open) }
    do throws(SystemError) {
      if try FileExchange.lock(descriptor, Self.bytes) { return }
    } catch {
      close(descriptor)
      throw .unreachable(.refused(.open, errorNumber: error.number), path: file.path)
    }
    close(descriptor)
    throw .unreachable(.inUse, path: file.path)
  }

  func release() { close(descriptor) }
}

extension StoreFile {
  /// A name beside it that no file has, for the store that was there until `now`.
  fileprivate func freeName(at now: Timestamp) throws(StoreError) -> StoreFile {
    let name = path + "-before-" + now.iso8601.filter { $0 != ":" }
    var (free, number) = (StoreFile(path: name), 1)
    while try FileStatus(of: free.path) != nil {
      number += 1
      free = StoreFile(path: "\(name)-\(number)")
    }
    return free
  }
}
