public import Secrets

/// The reason why a store failed. No failure ever signs the user in.
///
/// The case decides how the program goes on. Its first value names the fault, and its `path` the file or directory.
public enum StoreError: Error, Sendable, Hashable, Codable {
  /// The store cannot be reached: its file cannot be opened, or others kept it busy for too long. Exit status 69.
  case unreachable(Obstacle, path: String)
  /// The file is not a store, is damaged, or is newer than this program. It is left as it was. Exit status 69.
  case damaged(Damage, path: String)
  /// Another user could read or change the store: wrong owner, mode, or a symbolic link. Exit status 78.
  case untrusted(Risk, path: String)
  /// The store could not be written or read: disk full, read-only, input/output error. Exit status 74.
  case inputOutput(DiskProblem, path: String)
  /// An attempt could not be written to the journal that the settings ask for. The number is an `errno`. Exit status 69.
  case notRecorded(Recorder, errorNumber: Int32)
  /// The system starts no thread in which the store could be asked. The number is an `errno`. Exit status 69.
  case noThread(errorNumber: Int32)
  /// A password could not be hashed, so the store was not asked. Exit status 69.
  case hashing(HashingError)
  /// The service that keeps the store cannot be asked.
  case service(ServiceFault)
  /// The service that keeps the store cannot be reached or trusted, so it was sent nothing. Exit status 69 or 78.
  case socket(SocketFault, path: String)
  /// The service that keeps the store can't start, for the reason that it states: a sentence without its full stop. Exit
  /// status 69.
  case notStarted(reason: String)
  /// The database server that keeps the store, whose name stands in place of a path. Exit status 69.
  case database(DatabaseFault, path: String)
  /// Another provider has proven nobody. Exit status 69.
  case provider(ProviderFault)

  // The names of what has no label in Swift.
  private enum UnreachableCodingKeys: String, CodingKey { case _0 = "obstacle", path }
  private enum DamagedCodingKeys: String, CodingKey { case _0 = "damage", path }
  private enum UntrustedCodingKeys: String, CodingKey { case _0 = "risk", path }
  private enum InputOutputCodingKeys: String, CodingKey { case _0 = "problem", path }
  private enum NotRecordedCodingKeys: String, CodingKey { case _0 = "recorder", errorNumber }
  private enum HashingCodingKeys: String, CodingKey { case _0 = "fault" }
  private enum ServiceCodingKeys: String, CodingKey { case _0 = "fault" }
  private enum SocketCodingKeys: String, CodingKey { case _0 = "fault", path }
  private enum DatabaseCodingKeys: String, CodingKey { case _0 = "fault", path }
  private enum ProviderCodingKeys: String, CodingKey { case _0 = "fault" }

  /// The file or directory concerned, or nil if there is none.
  public var path: String? {
    switch self {
    case .unreachable(_, let path), .damaged(_, let path), .untrusted(_, let path), .inputOutput(_, let path),
      .socket(_, let path), .database(_, let path):
      path
    case .noThread, .hashing, .notRecorded, .service, .notStarted, .provider: nil
    }
  }

  /// A second place for the log, see ``AttemptJournal``.
  public enum Recorder: String, Sendable, Hashable, Codable {
    /// The journal of systemd.
    case journal
    /// syslog.
    case syslog
  }

  /// The obstacle between the program and a store.
  public enum Obstacle: Sendable, Hashable, Codable {
    /// No file can have that path.
    case noFileName
    /// Something else is in the place of its directory.
    case notDirectory
    /// Something else is in the place of its file.
    case notFile
    /// It is the key of secrets in the store, and is missing.
    case keyLost
    /// It is the key of secrets in a store that many machines share, and this one does not have it.
    case keyNotHere
    /// It is a key, but another one sealed the secrets in the store.
    case keyOfOthers
    /// It was removed while it was being made.
    case removed
    /// Another file took its place, or none, while it was being opened or used.
    case replaced
    /// Other programs kept it locked for too long.
    case busy
    /// Another program has it open, so it can't be replaced.
    case inUse
    /// The database cannot be opened, for an unknown reason.
    case notOpened
    /// There is not enough memory to open it.
    case outOfMemory
    /// The system refused a step. The number is an `errno`.
    case refused(Step, errorNumber: Int32)

    // The names of what has no label in Swift.
    private enum RefusedCodingKeys: String, CodingKey { case _0 = "step", errorNumber }
  }

  /// A step on a file or directory.
  public enum Step: String, Sendable, Hashable, Codable {
    /// Reading its owner and mode.
    case look
    /// Making it.
    case make
    /// Opening it.
    case open
    /// Writing it to the disk.
    case write
    /// Taking away the rights of other users.
    case close
  }

  /// The reason why a file is not a store for this program.
  public enum Damage: Sendable, Hashable, Codable {
    /// It is empty, which a store never is.
    case empty
    /// It is not a database.
    case notStore
    /// It is the database of another program.
    case otherProgram
    /// A newer version of this program wrote it.
    case newerVersion
    /// Its pages contradict each other.
    case corrupt
    /// A value in it does not fit its column.
    case foreignValue
    /// Its tables are not the ones that this program makes. The number is SQLite's extended result code.
    case unusable(sqliteError: Int32)
  }

  /// A way in which another user could change the store.
  public enum Risk: Sendable, Hashable, Codable {
    /// It is a symbolic link, which may point elsewhere tomorrow.
    case symbolicLink
    /// It is a file with a second name, so its changes may be kept under the other one.
    case hardLink
    /// It belongs to another user than that one, who opens it; nil from a service of an older version, which doesn't say.
    case otherOwner(than: UInt32?)
    /// Other users may write to it, and to these other folders that the same command closes; nil for none.
    case writableByOthers(Remedy, others: [String]? = nil)

    // The names of what has no label in Swift.
    private enum WritableByOthersCodingKeys: String, CodingKey { case _0 = "remedy", others }
  }

  /// The fix for a file or folder that other users may write to. A sentence names a command only for what belongs to
  /// one user alone: a different mode for a shared folder could break the machine.
  public enum Remedy: String, Sendable, Hashable, Codable {
    /// To close the file to others.
    case closeFile
    /// To take the right to write to the folder from others.
    case closeFolder
    /// To use a store in another place.
    case otherPlace
  }

  /// The reason why the disk cannot be read or written.
  public enum DiskProblem: String, Sendable, Hashable, Codable {
    /// It is full.
    case full
    /// It has space, but cannot hold another file.
    case tooManyFiles
    /// Its file system is mounted read-only.
    case readOnlyDisk
    /// The file alone is read-only.
    case readOnlyFile
    /// It failed with an input/output error.
    case failing
  }
}
