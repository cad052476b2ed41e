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
  var isOwn: Bool { status.st_uid == geteuid() }
  var isLink: Bool { status.st_mode & S_IFMT == S_IFLNK }
  var isEmpty: Bool { status.st_size == 0 }
  var isReadableByOthers: Bool { status.st_mode & 0o077 != 0 }

  /// The file itself, whatever its name.
  var identity: FileIdentity { FileIdentity(device: status.st_dev, number: status.st_ino) }

  /// Throws if another user can change the file or directory at the path.
  /// - Parameter folder: The directory of a file. The mode of a file in a shared directory is left alone: it may be one
  ///   of the machine's files.
  func requireTrust(in folder: FileStatus? = nil) throws(StoreError) {
    guard !isLink else { throw .untrusted(.symbolicLink, path: path) }
    guard isOwn else { throw .untrusted(.otherOwner(than: geteuid()), path: path) }
    guard status.st_mode & 0o022 == 0 else {
      let isAlone = geteuid() != 0 || folder?.isReadableByOthers == false
      throw .untrusted(.writableByOthers(!isAlone ? .otherPlace : isDirectory ? .closeFolder : .closeFile), path: path)
    }
    guard !isFile || status.st_nlink <= 1 else { throw .untrusted(.hardLink, path: path) }
  }
}

/// The file behind a name, which may get another file later.
struct FileIdentity: Hashable {
  let device: dev_t
  let number: ino_t
}

extension FileIdentity {
  /// The file behind an open descriptor.
  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(device: status.st_dev, number: status.st_ino)
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
