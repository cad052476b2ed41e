import Glibc
public import Identity
import Unix

/// The file of an embedded store, seen from outside: only system calls, no database is opened.
///
/// A user who can write to the file, or replace it, decides who gets in. So the file and its directory must belong to
/// the user, be writable by nobody else, and not be links. Every folder above must be safe from other users, too. See
/// Decisions/0088-every-folder-of-the-way.md.
public struct StoreFile: Sendable, Hashable {
  /// The path of the file.
  public let path: String

  /// The file at `path`, which need not exist.
  public init(path: String) {
    self.path = path
  }

  /// The files that SQLite keeps beside the file while it is in use.
  var companions: [String] { [path + "-wal", path + "-shm", path + "-journal"] }

  /// The directory of the file, without trailing slashes, which would hide a symbolic link.
  var directory: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    var directory = path[..<slash]
    while directory.hasSuffix("/") || directory.hasSuffix("/.") { directory.removeLast() }
    return directory.isEmpty ? "/" : String(directory)
  }

  /// Returns whether the file exists, by a few system calls, which are cheap enough before the first frame.
  /// - Throws: ``Identity/StoreError/untrusted(_:path:)``, with the fix, if another user could read or change the file.
  ///   ``Identity/StoreError/unreachable(_:path:)`` if the file cannot be looked at.
  public func inspect() throws(StoreError) -> StorePresence {
    guard !path.isEmpty, !path.hasSuffix("/") else {
      throw .unreachable(.noFileName, path: path)
    }
    // From here on, only root and the user can change what a path means.
    guard try isWayTrusted(), let directory = try FileStatus(of: directory) else { return .missing }
    guard directory.isDirectory || directory.isLink else {
      throw .unreachable(.notDirectory, path: directory.path)
    }
    try directory.requireTrust()
    for companion in companions { try FileStatus(of: companion)?.requireTrust(in: directory) }
    guard let file = try FileStatus(of: path) else { return .missing }
    guard file.isFile || file.isLink else { throw .unreachable(.notFile, path: path) }
    try file.requireTrust(in: directory)
    return .present
  }

  /// Walks to the directory of the file. Returns false if it is missing.
  private func isWayTrusted() throws(StoreError) -> Bool {
    let risks: [PathWalk.Risk]
    do throws(PathWalk.Stop) {
      risks = try PathWalk(toFolder: directory).risks
    } catch {
      try StoreError.require(error.risks)
      switch error.errorNumber {
      case ENOENT: return false
      case ENOTDIR: throw .unreachable(.notDirectory, path: error.path)
      default: throw .unreachable(.refused(.look, errorNumber: error.errorNumber), path: error.path)
      }
    }
    try StoreError.require(risks)
    return true
  }

  /// Makes sure that the path still names the file that ``check()`` has seen, after SQLite has opened it by name.
  func requireSame(as checked: FileIdentity) throws(StoreError) {
    guard try inspect() == .present, try FileStatus(of: path)?.identity == checked else {
      throw .unreachable(.replaced, path: path)
    }
  }

  /// Makes sure that the file is there, and is not empty.
  /// - Returns: The file that the path names.
  func check() throws(StoreError) -> FileIdentity {
    guard case .present = try inspect(), let file = try FileStatus(of: path) else {
      throw .unreachable(.removed, path: path)
    }
    guard !file.isEmpty else { throw .damaged(.empty, path: path) }
    return file.identity
  }

  /// Takes other users' rights to read away, whatever the umask. Only of a file that is known to be a store: what a wrong path
  /// names stays as it is.
  func makePrivate() throws(StoreError) {
    for each in [path] + companions {
      guard let file = try FileStatus(of: each), file.isReadableByOthers else { continue }
      guard chmod(each, 0o600) == 0 else { throw .failing(at: each, doing: .close) }
    }
  }

  func makeDirectory(_ directory: String) throws(StoreError) {
    guard try FileStatus(of: directory) == nil else { return }
    try makeDirectory(StoreFile(path: directory).directory)
    // chmod too, because a umask may take away more than the rights of other users.
    guard mkdir(directory, 0o700) == 0 ? chmod(directory, 0o700) == 0 : errno == EEXIST else {
      throw .failing(at: directory, doing: .make)
    }
  }

  func makeFile() throws(StoreError) {
    let file = open(path, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .failing(at: path, doing: .make) }
    defer { close(file) }
    guard fchmod(file, 0o600) == 0 else { throw .failing(at: path, doing: .close) }
  }
}

extension StoreError {
  /// Throws if a walk met a part that another user could change.
  fileprivate static func require(_ risks: [PathWalk.Risk]) throws(StoreError) {
    switch risks.first {
    case nil: return
    case .otherOwner(let path): throw .untrusted(.otherOwner(than: geteuid()), path: path)
    case .writableByOthers(let path):
      guard try canClose(path) else { throw .untrusted(.writableByOthers(.otherPlace), path: path) }
      // One command closes all that the user can close.
      var others: [String] = []
      for case .writableByOthers(let other) in risks.dropFirst() where try canClose(other) { others.append(other) }
      throw .untrusted(.writableByOthers(.closeFolder, others: others.isEmpty ? nil : others), path: path)
    }
  }

  /// A folder of root's is shared by definition; an ordinary user's is theirs alone to close.
  private static func canClose(_ folder: String) throws(StoreError) -> Bool {
    geteuid() == 0 ? false : try FileStatus(of: folder)?.isOwn == true
  }
}

/// Whether a store exists.
public enum StorePresence: Sendable, Hashable {
  /// There is no file. Its directory may be missing too.
  case missing
  /// There is a file, and no other user can change it. Opening it tells whether it is a store.
  case present
}
