import Glibc
import Identity
import Secrets

/// What lstat(2) says of a path: of a symbolic link itself, not of what it points to.
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
  var isReadableByOthers: Bool { status.st_mode & 0o077 != 0 }

  /// Throws unless nobody else can change what is at the path, or put something else there.
  func requireTrust() throws(StoreError) {
    guard !isLink else {
      throw .untrusted(Reason("{path} is a symbolic link; name what it points to instead", ["path": path]))
    }
    let user = geteuid()
    guard status.st_uid == user else {
      throw .untrusted(
        Reason(
          "{path} belongs to another user; as root, run `{command}`, or name another store",
          ["path": path, "command": "chown \(user) \(shellWord(path))"]))
    }
    guard status.st_mode & 0o022 == 0 else {
      throw .untrusted(
        Reason(
          "other users may write to {path}; run `{command}`",
          ["path": path, "command": "chmod \(isDirectory ? 700 : 600) \(shellWord(path))"]))
    }
  }
}

/// What is done to a file or directory.
enum FileStep {
  case look, make, open, write, close
}

extension StoreError {
  /// What errno says went wrong when `path` was to be treated so.
  static func failing(at path: String, doing step: FileStep) -> StoreError {
    let code = errno
    return switch code {
    case ENOSPC, EDQUOT:
      .inputOutput(Reason("{path} cannot be written: the disk is full; free some space", ["path": path]))
    case EROFS: .inputOutput(Reason("{path} cannot be written: the file system is read-only", ["path": path]))
    case EIO:
      .inputOutput(
        Reason("{path} cannot be read or written: input/output error; look at the state of the disk", ["path": path]))
    default:
      .unreachable(step.reason(["path": path, "error": String(cString: strerror(code))]))
    }
  }
}

extension FileStep {
  fileprivate func reason(_ values: [String: String]) -> Reason {
    switch self {
    case .look: Reason("{path} cannot be looked at: {error}", values)
    case .make: Reason("{path} cannot be made: {error}", values)
    case .open: Reason("{path} cannot be opened: {error}", values)
    case .write: Reason("{path} cannot be written: {error}", values)
    case .close: Reason("{path} cannot be closed to other users: {error}", values)
    }
  }
}

/// `text` as one word of a shell command.
private func shellWord(_ text: String) -> String {
  let plain = text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: false
    }
  }
  if plain { return text }
  return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
}
