import Glibc
public import Identity

extension StoreFile {
  /// Checks that a missing file can be made, before the user is asked for a password. Makes nothing.
  public func requireMakeable() throws(StoreError) {
    guard case .missing = try inspect() else { return }
    var (missing, folder) = (path, directory)
    while try FileStatus(of: folder) == nil {
      missing = folder
      folder = StoreFile(path: folder).directory
    }
    guard access(folder, W_OK | X_OK) == 0 else { throw .failing(at: missing, doing: .make) }
  }

  /// Makes the file if it is missing: under another name, until it is a whole store. So there is never an empty file at
  /// the path, and a program that is killed leaves nothing there. See Decisions/0128-log-only-grows.md.
  /// - Parameter fill: Makes a store in the given empty file, without other files beside it, and closes it.
  func makeIfMissing(_ fill: (StoreFile) throws -> Void) throws {
    guard case .missing = try inspect() else { return }
    try makeDirectory(directory)
    try whileMaking {
      // Another program may have made it meanwhile.
      guard case .missing = try inspect() else { return }
      try make(fill)
    }
  }

  /// Makes the file, or puts another in its place, in one step, while nobody else does.
  /// - Parameter fill: Writes the new file, which is empty, down to the disk.
  func make(_ fill: (StoreFile) throws -> Void) throws {
    let draft = StoreFile(path: path + "-new")
    // A file left by a program that was killed is of no use.
    draft.remove()
    do {
      try draft.makeFile()
      try fill(draft)
      guard rename(draft.path, path) == 0 else { throw StoreError.failing(at: path, doing: .make) }
    } catch {
      draft.remove()
      throw error
    }
    try syncDirectory()
  }

  /// Runs `body` while no other program makes or replaces the file.
  func whileMaking(_ body: () throws -> Void) throws {
    let lock = try lockMaking()
    defer {
      unlink(lockPath)
      close(lock)
    }
    try body()
  }

  private var lockPath: String { path + "-lock" }

  /// Blocks other processes that are creating the same store. The lock is a file of its own: another user could lock the
  /// directory, and closing a descriptor of the store would end SQLite's locks on it. See
  /// Decisions/0099-waits-outside-the-lock.md.
  private func lockMaking() throws(StoreError) -> Int32 {
    let timeout = LockTimeout()
    var times = 0
    while true {
      let lock = open(lockPath, O_CREAT | O_RDONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard lock >= 0 else { throw .failing(at: lockPath, doing: .make) }
      let isLocked = flock(lock, LOCK_EX | LOCK_NB) == 0
      // Not another program's lock: the file system grants none.
      if !isLocked, errno == ENOLCK {
        close(lock)
        throw .unreachable(.refused(.open, errorNumber: ENOLCK), path: path)
      }
      // The program that had the lock has removed its file, and a third one may have made another.
      if isLocked, FileIdentity(of: lock) == (try? FileStatus(of: lockPath))?.identity { return lock }
      close(lock)
      guard timeout.waitsAgain(after: times) else { throw .unreachable(.busy, path: path) }
      times += 1
    }
  }

  /// Makes the name of the file survive a power cut, not only its content.
  func syncDirectory() throws(StoreError) {
    let directory = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw StoreError.failing(at: self.directory, doing: .open) }
    defer { close(directory) }
    guard fsync(directory) == 0 else { throw StoreError.failing(at: self.directory, doing: .write) }
  }

  /// Removes the file, and what SQLite keeps beside it.
  func remove() {
    for each in [path] + companions { unlink(each) }
  }
}
