internal import Glibc

/// The socket of a service on this machine: `SOCK_SEQPACKET`, at a path, with a server that can be trusted.
///
/// Every folder of the path must belong to root and be writable by root alone, so no other user can replace the socket,
/// neither while this program looks nor later. The last folder must not even be sticky: any user could add a socket
/// there. The server must be root or the owner of the socket. Otherwise another user could collect passwords, and let
/// anybody through a gate. The user's own folders don't count either: a gate must not trust what its uid can change.
public struct ServiceSocket: Sendable {
  /// The reason why there is no connection.
  public enum Refusal: Error, Hashable {
    /// A part of the path is missing.
    case absent
    /// The socket is there, without a listener.
    case unattended
    /// It is something else: no socket, a link to one, or a socket of another type.
    case noSocket
    /// The system refuses the connection. An `errno`.
    case refused(errorNumber: Int32)
    /// More connections than the server takes are waiting already.
    case full
    /// Another user could put a server of their own in its place.
    case unsafe(PathWalk.Risk)
    /// The server runs as that user, who is neither root nor the owner of the socket.
    case otherServer(uid: UInt32)
  }

  /// The path. Without a `/` at its beginning nothing is there.
  public let path: String

  /// The socket at `path`. Nothing is looked at yet.
  public init(at path: String) {
    self.path = path
  }

  /// Connects. Nothing is sent: a server that is refused here learns the user and the process at most.
  /// - Parameter seconds: How long to wait for a server that is ``Refusal/full``. By default this never waits.
  /// - Returns: A descriptor that is not waited for, and that exec(3) closes.
  public func connect(waiting seconds: Int = 0) throws(Refusal) -> Int32 {
    let owner = try ownerOfSafeSocket()
    let kind = SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | (seconds > 0 ? 0 : SOCK_NONBLOCK.rawValue)
    let connection = socket(AF_UNIX, Int32(kind), 0)
    guard connection >= 0 else { throw .refused(errorNumber: errno) }
    do throws(Refusal) {
      var timeout = timeval(tv_sec: seconds, tv_usec: 0)
      setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout.size(ofValue: timeout)))
      try connect(connection)
      guard fcntl(connection, F_SETFL, O_NONBLOCK) == 0 else { throw .refused(errorNumber: errno) }
      // The kernel notes who called listen(2): root, if systemd did.
      guard let peer = PeerProcess(of: connection) else { throw .refused(errorNumber: errno) }
      guard peer.uid == 0 || peer.uid == owner else { throw .otherServer(uid: peer.uid) }
    } catch {
      close(connection)
      throw error
    }
    return connection
  }

  /// The owner of the socket, to which only root can show another way.
  private func ownerOfSafeSocket() throws(Refusal) -> uid_t {
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { throw .absent }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    let name = String(path[path.index(after: slash)...])
    let walk: PathWalk
    do throws(PathWalk.Stop) {
      walk = try PathWalk(toFolder: folder, trusting: .root)
    } catch {
      if let risk = error.risk { throw .unsafe(risk) }
      let isAbsent = error.errorNumber == ENOENT || error.errorNumber == ENOTDIR
      throw isAbsent ? .absent : .refused(errorNumber: error.errorNumber)
    }
    if let risk = walk.risk { throw .unsafe(risk) }
    return try walk.withDescriptor { descriptor throws(Refusal) in
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw .refused(errorNumber: errno) }
      guard status.st_mode & 0o022 == 0 else { throw .unsafe(.writableByOthers(path: folder)) }
      guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        throw errno == ENOENT ? .absent : .refused(errorNumber: errno)
      }
      guard status.st_mode & S_IFMT == S_IFSOCK else { throw .noSocket }
      return status.st_uid
    }
  }

  private func connect(_ connection: Int32) throws(Refusal) {
    let result: Int32
    do throws(SystemError) {
      result = try LocalAddress.with(path) { Glibc.connect(connection, $0, $1) }
    } catch {
      throw .refused(errorNumber: error.number)
    }
    guard result != 0 else { return }
    switch errno {
    case ENOENT: throw .absent
    case ECONNREFUSED: throw .unattended
    case EPROTOTYPE: throw .noSocket
    case EAGAIN: throw .full
    default: throw .refused(errorNumber: errno)
    }
  }
}
