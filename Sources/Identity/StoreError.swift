public import Secrets

/// Why a store did not do what it was asked. Whatever happens, nobody is signed in by it.
///
/// The case says how to go on; its first value says what stands in the way, its `path` where.
public enum StoreError: Error, Sendable, Hashable {
  /// The store cannot be reached: its file cannot be opened, or others kept it busy for too long. Exit status 69.
  case unreachable(Obstacle, path: String)
  /// What is there is not a store, not a whole one, or a newer one; it is left as it was. Exit status 69.
  case damaged(Damage, path: String)
  /// Somebody else could read or change the store: wrong owner, mode, or a symbolic link. Exit status 78.
  case untrusted(Risk, path: String)
  /// The store could not be written or read: disk full, read-only, input/output error. Exit status 74.
  case inputOutput(DiskProblem, path: String)
  /// A password could not be hashed, so the store was not asked. Exit status 69.
  case hashing(HashingError)

  /// The file or directory concerned, nil where none is.
  public var path: String? {
    switch self {
    case .unreachable(_, let path), .damaged(_, let path), .untrusted(_, let path), .inputOutput(_, let path): path
    case .hashing: nil
    }
  }

  /// What keeps a store from being reached.
  public enum Obstacle: Sendable, Hashable {
    /// The path can be that of no file.
    case noFileName
    /// Something else stands where its directory should.
    case notDirectory
    /// Something else stands where its file should.
    case notFile
    /// Somebody removed it while it was being made.
    case removed
    /// Other programs kept it locked for too long.
    case busy
    /// The database cannot be opened, for a reason that it does not tell.
    case notOpened
    /// There is no memory to open it.
    case outOfMemory
    /// The system refused a step; the number is an `errno`.
    case refused(Step, errorNumber: Int32)
  }

  /// What is done to a file or directory.
  public enum Step: Sendable, Hashable {
    /// Asking for its owner and mode.
    case look
    /// Making it.
    case make
    /// Opening it.
    case open
    /// Writing it to the disk.
    case write
    /// Taking the rights of others away.
    case close
  }

  /// Why a file is no store for this program.
  public enum Damage: Sendable, Hashable {
    /// It is no database.
    case notStore
    /// It is the database of another program.
    case otherProgram
    /// A newer version of this program wrote it.
    case newerVersion
    /// Its pages contradict each other.
    case corrupt
    /// A value in it is not what its column is for.
    case foreignValue
    /// Its tables are not as this program makes them; the number is SQLite's extended result code.
    case unusable(sqliteError: Int32)
  }

  /// How somebody else could change the store.
  public enum Risk: Sendable, Hashable {
    /// It is a symbolic link, which may point elsewhere tomorrow.
    case symbolicLink
    /// It belongs to somebody else than `user`, whose it has to be.
    case otherOwner(user: UInt32)
    /// Others may write to it; it has to have `mode`.
    case writableByOthers(mode: UInt32)
  }

  /// Why the disk does not take or give what it should.
  public enum DiskProblem: Sendable, Hashable {
    /// It has no space.
    case full
    /// It has space, but for no further file.
    case tooManyFiles
    /// Its file system is mounted read-only.
    case readOnlyDisk
    /// The file alone is read-only.
    case readOnlyFile
    /// It fails: input/output error.
    case failing
  }
}
