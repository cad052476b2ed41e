import Glibc
import Identity

/// What lstat(2) says of a path: of a symbolic link itself, not of what it points to.
struct FileStatus {
  let path: String
  private let status: stat

  /// Nil when there is nothing at `path`.
  init?(of path: String) throws(StoreError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .failing(at: path, doing: "be looked at") }
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
    guard !isLink else { throw .untrusted("\(path) is a symbolic link; name what it points to instead") }
    let user = geteuid()
    guard status.st_uid == user else {
      throw .untrusted(
        "\(path) belongs to another user; as root, run `chown \(user) \(shellWord(path))`, or name another store")
    }
    guard status.st_mode & 0o022 == 0 else {
      throw .untrusted(
        "other users may write to \(path); run `chmod \(isDirectory ? 700 : 600) \(shellWord(path))`")
    }
  }
}

extension StoreError {
  /// What errno says went wrong when `path` was to `action`.
  static func failing(at path: String, doing action: String) -> StoreError {
    let code = errno
    switch code {
    case ENOSPC, EDQUOT: return .inputOutput("\(path) cannot \(action): the disk is full; free some space")
    case EROFS: return .inputOutput("\(path) cannot \(action): the file system is read-only")
    case EIO: return .inputOutput("\(path) cannot \(action): input/output error; look at the state of the disk")
    default: return .unreachable("\(path) cannot \(action): \(String(cString: strerror(code)).lowercased())")
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
