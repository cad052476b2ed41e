import CSQLite
import SQLite
import Identity

/// Opens the database: durable, patient, and only if it is ours.
enum DatabaseConnection {
  /// The place of the database.
  enum Place: Sendable {
    case memory
    case file(StoreFile)

    /// The path of its file, or nil for a database in memory.
    var path: String? {
      switch self {
      case .memory: nil
      case .file(let file): file.path
      }
    }

    /// Its name in errors. In memory it is SQLite's own name for such a database.
    var name: String { path ?? ":memory:" }
  }

  /// Opens the database at `place`. Creates it if it is missing, and brings its tables up to date.
  /// - Parameter journal: Gets every row of the log that this connection writes.
  static func open(_ place: Place, journal: JournalTrigger? = nil) throws -> (Database, FileIdentity?) {
    let (database, file): (Database, FileIdentity?) =
      switch place {
      case .memory: (try openAndSetUp(place), nil)
      case .file(let file): try open(file)
      }
    try journal?.attach(to: database)
    return (database, file)
  }

  private static func open(_ file: StoreFile) throws -> (Database, FileIdentity?) {
    try file.makeIfMissing { draft in
      do {
        try makeTables(in: draft)
      } catch {
        throw StoreError(error, at: file.path, onDiskOf: draft.path)
      }
    }
    let checked = try file.check()
    let database = try openAndSetUp(.file(file))
    try file.requireSame(as: checked)
    try file.makePrivate()
    return (database, checked)
  }

  /// Makes a store in an empty file that no other program can see.
  private static func makeTables(in file: StoreFile) throws {
    let database = try connect(to: .file(file))
    try database.execute("PRAGMA synchronous = FULL")
    try database.transaction(.immediate) { db in try Schema.migrate(db, from: 0) }
  }

  private static func openAndSetUp(_ place: Place) throws -> Database {
    let database = try connect(to: place)
    try setUp(database, at: place)
    return database
  }

  /// The bytes of the write-ahead log that stay for the next changes.
  private static let mostIdleJournal = 8 << 20

  /// Opens the database, and changes nothing in it.
  static func connect(to place: Place) throws -> Database {
    let database = try Database(path: place.path, schema: "signin", waitsAgain: LockTimeout().waitsAgain)
    // The second one reveals damage when it is read, not later. (trusted_schema = OFF would help too, but forbids
    // triggers to write to a full-text index.) The third one keeps pages out of files in /tmp, which may be read-only.
    try database.execute(
      script: "PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY")
    return database
  }

  private static func setUp(_ db: Database, at place: Place) throws {
    // One transaction, so that no other program can make it a store between two reads. See
    // Decisions/0099-waits-outside-the-lock.md.
    let version = try db.transaction(.deferred) { db in try requireOurs(db, at: place) }
    if case .file(let file) = place, try db.value("PRAGMA journal_mode") != "wal" {
      try switchToWAL(file)
      // This connection learns it at the next read.
      try db.execute("SELECT 1 FROM sqlite_schema")
    }
    try db.execute("PRAGMA synchronous = FULL")
    // The next writer after an import gives the disk back what the journal took.
    try db.execute("PRAGMA journal_size_limit = \(mostIdleJournal)")
    guard version < Schema.steps.count else { return }
    try db.transaction(.immediate) { db in
      // Checked again, because another program may have been first.
      try Schema.migrate(db, from: requireOurs(db, at: place))
    }
  }

  /// Switches the file to WAL, on a connection of its own, once in a store's life. Concurrent switches would deadlock,
  /// so a program that finds the file locked releases it and starts over. See Decisions/0099-waits-outside-the-lock.md.
  private static func switchToWAL(_ file: StoreFile) throws {
    let timeout = LockTimeout()
    for times in 0... {
      do {
        try Database(path: file.path).execute("PRAGMA journal_mode = WAL")
        return
      } catch let error as DatabaseError where error.primaryCode == SQLITE_BUSY {
        guard timeout.waitsAgain(after: times) else { throw error }
      }
    }
  }

  /// Returns the version of the store, 0 for an empty file. Throws, and writes nothing, unless it is a store of ours.
  static func requireOurs(_ db: Database, at place: Place) throws -> Int {
    let identity = try db.value("PRAGMA application_id") ?? 0
    let version = try db.value("PRAGMA user_version") ?? 0
    let isEmpty = try db.value("SELECT count(*) FROM sqlite_schema") == 0
    guard identity == Schema.applicationID || (identity == 0 && version == 0 && isEmpty) else {
      throw StoreError.damaged(.otherProgram, path: place.name)
    }
    guard (0...Schema.steps.count).contains(version) else {
      throw StoreError.damaged(.newerVersion, path: place.name)
    }
    return version
  }
}
