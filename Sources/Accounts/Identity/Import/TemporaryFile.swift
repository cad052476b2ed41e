import Glibc

/// A file without a name: no other program can open it, and it is gone when this one is.
final class TemporaryFile: Sendable {
  /// The folder for files that may be large. A machine may have only the other one.
  private static let folders = ["/var/tmp", "/tmp"]

  let descriptor: Int32
  /// The folder that had it.
  private let folder: String

  init() throws(StoreError) {
    (descriptor, folder) = try Self.made()
  }

  deinit { close(descriptor) }

  private static func made() throws(StoreError) -> (Int32, String) {
    var problem: (folder: String, error: Int32) = (folders[0], ENOENT)
    for folder in folders {
      let path = folder + "/signin-\(UInt64.random(in: .min ... .max))"
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      if descriptor >= 0 {
        unlink(path)
        return (descriptor, folder)
      }
      problem = (folder, errno)
    }
    throw .unreachable(.refused(.make, errorNumber: problem.error), path: problem.folder)
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(StoreError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .unreachable(.refused(.write, errorNumber: errno), path: folder) }
      done += count
    }
  }

  /// The bytes from `offset` on: `count`, or fewer at the end.
  func read(_ count: Int, at offset: Int) throws(StoreError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let found = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress.map { $0 + done }, count - done, off_t(offset + done))
      }
      if found < 0 && errno == EINTR { continue }
      guard found >= 0 else { throw .unreachable(.refused(.open, errorNumber: errno), path: folder) }
      if found == 0 { break }
      done += found
    }
    bytes.removeLast(count - done)
    return bytes
  }

  /// The error if there is no memory for its key.
  var noMemory: StoreError { .unreachable(.outOfMemory, path: folder) }
}
