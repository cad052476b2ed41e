import Glibc
import Identity

extension StoreError.DiskProblem {
  /// Why nothing can be written to the disk where `path` is, as far as statvfs(3) tells; nil when there is no such
  /// problem, or no such file.
  init?(at path: String) {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    if status.f_flag & UInt(ST_RDONLY) != 0 {
      self = .readOnlyDisk
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
