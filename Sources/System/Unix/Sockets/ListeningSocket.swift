internal import CUnix
internal import Glibc

/// A local socket of type `SOCK_SEQPACKET` to which other programs connect. It is not waited for, and exec(3) closes it.
public struct ListeningSocket: Sendable {
  /// The socket.
  public let descriptor: Int32

  /// The backlog of listen(2).
  private static let backlog: Int32 = 1024

  /// A socket that this program was started with; nil for any other descriptor.
  public init?(inherited descriptor: Int32) {
    guard socketOption(SO_DOMAIN, of: descriptor) == AF_UNIX,
      socketOption(SO_TYPE, of: descriptor) == Int32(SOCK_SEQPACKET.rawValue),
      socketOption(SO_ACCEPTCONN, of: descriptor) == 1,
      fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    else { return nil }
    self.descriptor = descriptor
  }

  /// Listens at a path. Replaces a stale socket.
  /// - Parameter mode: The users who can connect, as for chmod(2).
  /// - Throws: EADDRINUSE if another process listens there, or something else is there.
  public init(at path: String, mode: UInt32) throws(SystemError) {
    let type = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, type, 0)
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    do throws(SystemError) {
      if try !Self.isDone(LocalAddress.with(path) { bind(descriptor, $0, $1) }, except: EADDRINUSE) {
        try Self.removeAbandoned(path)
        _ = try Self.isDone(LocalAddress.with(path) { bind(descriptor, $0, $1) })
      }
      // Before listen(2) no connection is possible.
      _ = try Self.isDone(chmod(path, mode))
      _ = try Self.isDone(listen(descriptor, Self.backlog))
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  /// Something at the socket.
  public enum Arrival: Sendable {
    /// A connection. Its owner closes it.
    case connection(Int32)
    /// No connection waits.
    case none
    /// The system has no descriptor or memory left for a connection, which waits.
    case noRoom
  }

  /// Takes the next connection, and does not wait for it.
  public func accept() -> Arrival {
    while true {
      let connection = signin_accept(descriptor)
      if connection >= 0 { return .connection(connection) }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .noRoom
      default: return .none
      }
    }
  }

  /// Removes the socket of a program that ended.
  private static func removeAbandoned(_ path: String) throws(SystemError) {
    let inUse = SystemError(number: EADDRINUSE)
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { throw inUse }
    let probe = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard probe >= 0 else { throw SystemError(number: errno) }
    defer { close(probe) }
    guard try LocalAddress.with(path, { connect(probe, $0, $1) }) != 0, errno == ECONNREFUSED else { throw inUse }
    _ = try isDone(unlink(path))
  }

  /// - Returns: False after the error `excepted`.
  private static func isDone(_ result: Int32, except excepted: Int32? = nil) throws(SystemError) -> Bool {
    if result == 0 { return true }
    let number = errno
    guard number == excepted else { throw SystemError(number: number) }
    return false
  }
}

/// The value of a number among the options of a socket, such as `SO_TYPE`; nil for any other descriptor.
package func socketOption(_ name: Int32, of descriptor: Int32) -> Int32? {
  var value: Int32 = 0
  var size = socklen_t(MemoryLayout.size(ofValue: value))
  return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
}
