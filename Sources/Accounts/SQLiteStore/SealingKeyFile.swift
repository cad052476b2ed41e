import Glibc
public import Identity
public import Secrets

/// The file of the key that seals the secrets of a store: `STORE.key` beside it, mode 0600.
///
/// It protects a copy of the database without the key, such as a backup. A user who can read the folder has both.
/// Its file and folder are trusted by the same rules as the store's, see ``StoreFile``. While the key is replaced, the
/// file has the new one and then the former one, see ``KeyRotation``.
public struct SealingKeyFile: SealingKeySource, Sendable, Hashable {
  private let file: StoreFile

  /// The path of the file.
  public var path: String { file.path }

  /// The key's file of the store in `store`. It need not exist.
  public init(of store: StoreFile) {
    file = StoreFile(path: store.path + ".key")
  }

  /// The key's file at `path`. It need not exist.
  public init(at path: String) {
    file = StoreFile(path: path)
  }

  /// Returns the key, or nil if there is no file. Never makes one, so a lost key stays lost.
  /// - Throws: ``Identity/StoreError``, if another user could change the file, if it can't be read, or isn't a key.
  public func key() throws(StoreError) -> SealingKey? {
    guard case .present = try file.inspect() else { return nil }
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failing(at: path, doing: .open) }
    defer { close(descriptor) }

    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .failing(at: path, doing: .look) }
    guard status.st_size > 0 else { throw .damaged(.empty, path: path) }
    let hasFormer = status.st_size == 2 * SealingKey.byteCount
    guard status.st_size == SealingKey.byteCount || hasFormer else { throw .damaged(.foreignValue, path: path) }
    // A file of another size is no key, and keeps its rights.
    guard status.st_mode & 0o077 == 0 || fchmod(descriptor, 0o600) == 0 else {
      throw .failing(at: path, doing: .close)
    }
    let bytes = try bytes(from: descriptor)
    let former = hasFormer ? try self.bytes(from: descriptor) : nil
    guard let key = SealingKey(bytes: bytes, former: former) else { throw .unreachable(.outOfMemory, path: path) }
    return key
  }

  private func bytes(from descriptor: Int32) throws(StoreError) -> SecretBytes {
    var count = 0
    let bytes = SecretBytes(count: SealingKey.byteCount) { place in
      count = Glibc.read(descriptor, place.baseAddress, place.count)
      return count == place.count
    }
    guard count >= 0 else { throw .failing(at: path, doing: .open) }
    guard let bytes else { throw .unreachable(.outOfMemory, path: path) }
    return bytes
  }

  /// Returns the key, and makes it if there is no file. Programs that do so at once get the same key.
  ///
  /// Call it only where the store holds no sealed secret: a new key cannot open what a lost one has sealed.
  /// - Throws: The errors of ``key()``, and others if the file cannot be made.
  public func makeKey() throws(StoreError) -> SealingKey {
    guard let new = SealingKey() else { throw .unreachable(.outOfMemory, path: path) }
    _ = try make(new)
    guard let key = try key() else { throw .unreachable(.removed, path: path) }
    return key
  }

  /// Writes a key to a new file.
  /// - Returns: Whether there was none.
  func make(_ key: SealingKey) throws(StoreError) -> Bool {
    var isMade = false
    try withStoreErrors {
      try file.makeIfMissing { draft in
        try Self.write(key, to: draft)
        isMade = true
      }
    }
    return isMade
  }

  /// Replaces the key by what `change` makes of the one in the file, while nobody else replaces it, and in one step: whoever
  /// reads it gets the one or the other. Nil leaves it.
  func change(_ change: (SealingKey) throws -> SealingKey?) throws(StoreError) {
    try withStoreErrors {
      try file.whileMaking {
        guard let key = try key() else { throw missing }
        guard let new = try change(key) else { return }
        try file.make { draft in try Self.write(new, to: draft) }
      }
    }
  }

  private func withStoreErrors(_ body: () throws -> Void) throws(StoreError) {
    do {
      try body()
    } catch let error as StoreError {
      throw error
    } catch {
      throw .unreachable(.notOpened, path: path)
    }
  }

  /// The error that says that the file is gone.
  public var missing: StoreError { .unreachable(.keyLost, path: path) }

  /// The error that says that the file has another key.
  public var foreign: StoreError { .unreachable(.keyOfOthers, path: path) }

  /// Writes a key to an empty file, down to the disk.
  private static func write(_ key: SealingKey, to draft: StoreFile) throws(StoreError) {
    let descriptor = open(draft.path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failing(at: draft.path, doing: .open) }
    defer { close(descriptor) }
    let isWritten = [key.bytes, key.former].compactMap(\.self).allSatisfy { bytes in
      bytes.withBytes { Glibc.write(descriptor, $0, $1) == $1 }
    }
    guard isWritten, fsync(descriptor) == 0 else { throw .failing(at: draft.path, doing: .write) }
  }
}
