import Glibc
public import Identity
import SQLite
import Store
import Secrets

/// Copies a store to a file, as it is at one moment, while others use it.
///
/// Root may copy the store of a service: it is opened with the rights of its owner, and the copy is root's.
public final class StoreBackup {
  private let file: StoreFile
  private var database: Database?

  /// Opens the store, and changes nothing in it.
  /// - Throws: The errors of opening a store, ``Identity/StoreError``.
  public init(of file: StoreFile) throws(StoreError) {
    self.file = file
    database = try file.asOwner { () throws(StoreError) in
      do {
        let checked = try file.check()
        let database = try DatabaseConnection.connect(to: .file(file))
        // All files beside it are open from here on.
        _ = try database.transaction(.deferred) { db in try DatabaseConnection.requireOurs(db, at: .file(file)) }
        try file.requireSame(as: checked)
        try file.makePrivate()
        return database
      } catch {
        throw StoreError(error, at: file.path)
      }
    }
  }

  deinit {
    // The last program to close a store removes what is beside it.
    try? file.asOwner { database = nil }
  }

  /// Writes the copy, for its owner only. It is whole, and on the disk, before it has its name. Makes no folder: a missing one
  /// is mistyped, or the disk for backups isn't mounted.
  /// - Parameters:
  ///   - target: Where there is no file yet.
  ///   - keys: The file of the store's key, to be copied too; nil for none.
  /// - Returns: Whether there was no file. Nothing is written where there is one.
  public func write(to target: StoreFile, keys: SealingKeyFile? = nil) throws(StoreError) -> Bool {
    var isWritten = false
    let copiedKeys = SealingKeyFile(of: target)
    do {
      guard try FileStatus(of: target.directory) != nil else {
        throw StoreError.unreachable(.notDirectory, path: target.directory)
      }
      guard try copiedKeys.key() == nil else { return false }
      try target.makeIfMissing { draft in
        try database?.execute("VACUUM INTO ?", [draft.path])
        try draft.sync()
        if let keys { try copy(keys, to: copiedKeys, for: draft) }
        isWritten = true
      }
    } catch {
      throw StoreError(error, at: target.path)
    }
    return isWritten
  }

  private func copy(_ keys: SealingKeyFile, to copied: SealingKeyFile, for draft: StoreFile) throws {
    // Read after the store. A rotation that ended meanwhile took a key away that the copy needs.
    let key = try file.asOwner { () throws(StoreError) in try keys.key() }
    let secrets = try DatabaseConnection.connect(to: .file(draft))
      .run("SELECT account, secret FROM second_step WHERE length(secret) > 0").map(SealedSecret.init)
    guard let key else {
      if secrets.isEmpty { return }
      throw keys.missing
    }
    guard secrets.allSatisfy({ key.opens($0) }) else { throw keys.foreign }
    guard try copied.make(key) else { throw StoreError.unreachable(.replaced, path: copied.path) }
  }
}

extension StoreFile {
  /// Waits until the file is on the disk.
  fileprivate func sync() throws(StoreError) {
    let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failing(at: path, doing: .open) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .failing(at: path, doing: .write) }
  }
}
