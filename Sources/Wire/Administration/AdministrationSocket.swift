internal import Glibc
public import Unix

/// The socket of a service on which administrators connect. Its file belongs to root and the group `signin-admin`, and
/// nobody else may open it.
public enum AdministrationSocket {
  /// The reason why an administrator's program cannot ask a service.
  public enum Obstacle: Error, Hashable, Sendable {
    /// Nobody listens there.
    case absent
    /// This user may not connect.
    case forbidden
    /// Another user could have put the socket there: the part of its path that they can change.
    case untrusted(path: String)
    /// The listener runs as neither root nor the owner of the socket.
    case impostor(uid: UInt32)
    /// The system refused. The number is an `errno`.
    case refused(errorNumber: Int32)
  }

  /// The path of the socket beside the one that people use.
  public static func path(beside socket: String) -> String {
    (socket.lastIndex(of: "/").map { String(socket[...$0]) } ?? "") + "admin.sock"
  }

  /// Connects, and checks whom to before anything is sent: the way to the socket, and the listener.
  public static func connect(at path: String) throws(Obstacle) -> Link {
    try checkWay(to: path)
    var status = stat()
    guard lstat(path, &status) == 0 else { throw Obstacle(errno) }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .absent }
    let descriptor = try connected(at: path)
    let link = Link(descriptor: descriptor)
    guard let peer = link.peer, peer.uid == 0 || peer.uid == status.st_uid else {
      let uid = link.peer?.uid
      link.close()
      throw uid.map { .impostor(uid: $0) } ?? .refused(errorNumber: ENOTCONN)
    }
    return link
  }

  private static func checkWay(to path: String) throws(Obstacle) {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let risk: PathWalk.Risk?
    do throws(PathWalk.Stop) {
      risk = try PathWalk(toFolder: folder.isEmpty ? "/" : folder).risk
    } catch {
      throw Obstacle(error.errorNumber)
    }
    switch risk {
    case nil: return
    case .otherOwner(let path), .writableByOthers(let path): throw .untrusted(path: path)
    }
  }

  private static func connected(at path: String) throws(Obstacle) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let isShort = withUnsafeMutableBytes(of: &address.sun_path) { place in
      guard path.utf8.count < place.count else { return false }
      place.copyBytes(from: path.utf8)
      return true
    }
    guard isShort else { throw .refused(errorNumber: ENAMETOOLONG) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .refused(errorNumber: errno) }
    // A service that accepts nobody for so long is not at work.
    var patience = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout.size(ofValue: patience)))
    let size = socklen_t(MemoryLayout.size(ofValue: address))
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, size) }
    }
    guard result == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
      let number = errno
      close(descriptor)
      throw Obstacle(number)
    }
    return descriptor
  }
}

extension AdministrationSocket.Obstacle {
  fileprivate init(_ errorNumber: Int32) {
    switch errorNumber {
    case ENOENT, ENOTDIR, ECONNREFUSED: self = .absent
    case EACCES, EPERM: self = .forbidden
    default: self = .refused(errorNumber: errorNumber)
    }
  }
}
