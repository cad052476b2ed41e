import Glibc
public import Identity

/// The file of an embedded store, seen from outside: no database is opened here, nothing but system calls are made.
///
/// Whoever may write to the file, or swap it for another, decides who gets in. So the file and its directory have to
/// belong to the user, be writable by nobody else, and be no symbolic links.
public struct StoreFile: Sendable, Hashable {
  /// Where it is.
  public let path: String

  /// The file at `path`, which need not be there.
  public init(path: String) {
    self.path = path
  }

  /// What SQLite keeps beside the file while it is in use.
  private var companions: [String] { [path + "-wal", path + "-shm", path + "-journal"] }

  /// The directory the file is in, without trailing slashes: those would hide a symbolic link.
  var directory: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    var directory = path[..<slash]
    while directory.hasSuffix("/") || directory.hasSuffix("/.") { directory.removeLast() }
    return directory.isEmpty ? "/" : String(directory)
  }

  /// Whether the file is there, found out by a few calls of lstat(2): cheap enough before the first frame.
  /// - Throws: ``Identity/StoreError/untrusted(_:path:)`` when somebody else could read or change it, with what
  ///   would fix that; ``Identity/StoreError/unreachable(_:path:)`` when it cannot be looked at.
  public func inspect() throws(StoreError) -> StorePresence {
    guard !path.isEmpty, !path.hasSuffix("/") else {
      throw .unreachable(.noFileName, path: path)
    }
    guard let directory = try FileStatus(of: directory) else { return .missing }
    guard directory.isDirectory || directory.isLink else {
      throw .unreachable(.notDirectory, path: directory.path)
    }
    try directory.requireTrust()
    for companion in companions { try FileStatus(of: companion)?.requireTrust() }
    guard let file = try FileStatus(of: path) else { return .missing }
    guard file.isFile || file.isLink else { throw .unreachable(.notFile, path: path) }
    try file.requireTrust()
    return .present
  }

  /// Makes sure that the file is there and nobody else can read it, whatever the umask. The directories that are
  /// missing are made on the way.
  func prepare() throws(StoreError) {
    if case .missing = try inspect() {
      try makeDirectory(directory)
      try makeFile()
      // Another program may have made either of them meanwhile.
      guard case .present = try inspect() else {
        throw .unreachable(.removed, path: path)
      }
    }
    for each in [path] + companions {
      guard let file = try FileStatus(of: each), file.isReadableByOthers else { continue }
      guard chmod(each, 0o600) == 0 else { throw .failing(at: each, doing: .close) }
    }
  }

  private func makeDirectory(_ directory: String) throws(StoreError) {
    guard try FileStatus(of: directory) == nil else { return }
    try makeDirectory(StoreFile(path: directory).directory)
    // chmod as well, for a umask may take away more than others' rights.
    guard mkdir(directory, 0o700) == 0 ? chmod(directory, 0o700) == 0 : errno == EEXIST else {
      throw .failing(at: directory, doing: .make)
    }
  }

  private func makeFile() throws(StoreError) {
    // Only ever opened here when it is new: closing a file ends all locks of this process on it, SQLite's too.
    let file = open(path, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      guard errno == EEXIST else { throw .failing(at: path, doing: .make) }
      return
    }
    defer { close(file) }
    guard fchmod(file, 0o600) == 0 else { throw .failing(at: path, doing: .close) }
    try syncDirectory()
  }

  /// So that the file itself survives a power cut, not only what is in it.
  private func syncDirectory() throws(StoreError) {
    let handle = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard handle >= 0 else { throw .failing(at: directory, doing: .open) }
    defer { close(handle) }
    guard fsync(handle) == 0 else { throw .failing(at: directory, doing: .write) }
  }
}

/// Whether there is a store.
public enum StorePresence: Sendable, Hashable {
  /// There is no file. Its directory may be missing too.
  case missing
  /// There is a file, and nobody else can change it. Whether it is a store shows when it is opened.
  case present
}
