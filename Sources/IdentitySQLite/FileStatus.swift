import Glibc
import Identity

/// The lstat(2) status of a path. For a symbolic link, it is that of the link itself, not of its target.
struct FileStatus {
  let path: String
  private let status: stat

  /// Nil when there is nothing at `path`.
  init?(of path: String) throws(StoreError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .failing(at: path, doing: .look) }
      return nil
    }
    self.path = path
    self.status = status
  }

  var isDirectory: Bool { status.st_mode & S_IFMT == S_IFDIR }
  var isFile: Bool { status.st_mode & S_IFMT == S_IFREG }
  var isLink: Bool { status.st_mode & S_IFMT == S_IFLNK }
  var isEmpty: Bool { status.st_size == 0 }
  var isReadableByOthers: Bool { status.st_mode & 0o077 != 0 }

  /// Throws if another user can change the file or directory at the path, or replace it.
  func requireTrust() throws(StoreError) {
    guard !isLink else { throw .untrusted(.symbolicLink, path: path) }
    let user = geteuid()
    guard status.st_uid == user else { throw .untrusted(.otherOwner(user: user), path: path) }
    guard status.st_mode & 0o022 == 0 else {
      throw .untrusted(.writableByOthers(mode: isDirectory ? 0o700 : 0o600), path: path)
    }
  }
}

extension StoreError {
  /// Returns the error that errno describes, after `step` failed at `path`.
  static func failing(at path: String, doing step: Step) -> StoreError {
    let number = errno
    return switch number {
    case ENOSPC, EDQUOT: .inputOutput(.full, path: path)
    case EROFS: .inputOutput(.readOnlyDisk, path: path)
    case EIO: .inputOutput(.failing, path: path)
    default: .unreachable(.refused(step, errorNumber: number), path: path)
    }
  }
}
