import Glibc
import Identity

extension StoreError.DiskProblem {
  /// The reason why the disk of `path` cannot be written, from statvfs(3). Nil if there is no such problem, or no such
  /// file.
  init?(at path: String) {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    if status.f_flag & UInt(ST_RDONLY) != 0 {
      self = .readOnlyDisk
    } else if status.freeBytes < Self.leastSpace {
      self = .full
    } else if status.f_files > 0 && status.f_favail < Self.fewestFiles {
      self = .tooManyFiles
    } else {
      return nil
    }
  }

  /// A little more than the shared memory that SQLite keeps beside a store.
  private static let leastSpace: UInt = 65_536
  /// The store's journal, and that memory.
  private static let fewestFiles: UInt = 2
}

extension statvfs {
  /// The bytes that are free for this user; the most there can be if a file system claims more.
  var freeBytes: UInt {
    let (bytes, isTooLarge) = f_bavail.multipliedReportingOverflow(by: f_frsize)
    return isTooLarge ? .max : bytes
  }
}
