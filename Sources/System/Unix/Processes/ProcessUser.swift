internal import Glibc

/// The user that this process is.
public enum ProcessUser {
  /// Whether it is root.
  public static var isRoot: Bool { geteuid() == 0 }

  /// The reason why the process did not become another user.
  public enum Problem: Error, Sendable, Hashable {
    /// The folder is not there, or is something else.
    case noFolder
    /// The folder is root's.
    case folderOfRoot
    /// The system refused.
    case refused(SystemError)
  }

  /// Becomes the owner of a folder, for good: its user, its group, and no other group. Only root can.
  public static func become(ownerOf folder: String) throws(Problem) {
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw .noFolder }
    guard status.st_uid != 0, status.st_gid != 0 else { throw .folderOfRoot }
    // For root, these set all ids of the process.
    guard setgroups(0, nil) == 0, setgid(status.st_gid) == 0, setuid(status.st_uid) == 0
    else { throw .refused(SystemError(number: errno)) }
    guard setuid(0) != 0, geteuid() == status.st_uid else { throw .refused(SystemError(number: EPERM)) }
  }

  /// Runs `body` with the rights of a folder's owner, and goes back to those of root. Everybody else keeps their own.
  public static func withRights<R>(ofOwnerOf folder: String, _ body: () -> R) throws(SystemError) -> R {
    var status = stat()
    guard isRoot, lstat(folder, &status) == 0, status.st_uid != 0 else { return body() }
    let group = getegid()
    guard setegid(status.st_gid) == 0, seteuid(status.st_uid) == 0 else {
      let error = SystemError(number: errno)
      _ = setegid(group)
      throw error
    }
    defer {
      guard seteuid(0) == 0, setegid(group) == 0 else { fatalError("root can't become root again.") }
    }
    return body()
  }
}
