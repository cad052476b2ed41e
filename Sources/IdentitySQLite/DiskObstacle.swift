import Glibc
import Secrets

/// Why nothing can be written to a disk, as far as statvfs(3) tells, and what to do.
enum DiskObstacle {
  case readOnly, full, tooManyFiles

  /// Why `path` cannot be written then.
  func reason(at path: String) -> Reason {
    switch self {
    case .readOnly: Reason("{path} cannot be written: the file system is read-only", ["path": path])
    case .full: Reason("{path} cannot be written: the disk is full; free some space", ["path": path])
    case .tooManyFiles:
      Reason("{path} cannot be written: the disk can hold no more files; remove some", ["path": path])
    }
  }

  /// The obstacle at the disk where `path` is; nil when there is none, or no such file.
  init?(at path: String) {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    if status.f_flag & UInt(ST_RDONLY) != 0 {
      self = .readOnly
    } else if status.f_bavail * status.f_frsize < Self.leastSpace {
      self = .full
    } else if status.f_files > 0 && status.f_favail < Self.fewestFiles {
      self = .tooManyFiles
    } else {
      return nil
    }
  }

  /// What SQLite's memory shared by programs takes beside a store, and a little more.
  private static let leastSpace: UInt = 65_536
  /// The store's journal and that memory.
  private static let fewestFiles: UInt = 2
}
