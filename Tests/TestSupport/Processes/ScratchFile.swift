import Foundation

/// A file without a name, gone when it is closed.
public struct ScratchFile: ~Copyable, Sendable {
  /// The open descriptor.
  public let descriptor: Int32

  /// A file with this text, read from its start.
  public init(_ text: String = "") throws {
    let path = "\(NSTemporaryDirectory())signin-\(UUID().uuidString)"
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ChildProcess.CannotStart(what: path, errno: errno) }
    unlink(path)
    try FileHandle(fileDescriptor: descriptor).write(contentsOf: Data(text.utf8))
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit {
    close(descriptor)
  }

  /// The whole content.
  public func contents() throws -> String {
    let bytes = try Data(contentsOf: URL(filePath: "/proc/self/fd/\(descriptor)"))
    return String(decoding: bytes, as: UTF8.self)
  }
}
