internal import Glibc

/// The socket of a service on this machine: `SOCK_SEQPACKET`, at a path, with a server that can be trusted.
///
/// Each folder of the way must be root's, and nobody else may write to it: then nobody else can put another socket in its
/// place, neither while this program looks nor later. The last folder must not be a sticky one, where everybody may add
/// a socket of their own. The server must be root or the owner of the socket. See Decisions/0120-which-service.md.
public struct ServiceSocket: Sendable {
  /// The reason why there is no connection.
  public enum Refusal: Error, Hashable {
    /// A part of the path is missing.
    case absent
    /// The socket is there, and nobody listens.
    case unattended
    /// It is something else: no socket, a link to one, or a socket of another type.
    case noSocket
    /// The system lets nobody in, or not this user. An `errno`.
    case refused(errorNumber: Int32)
    /// More connections than the server takes are waiting already.
    case full
    /// Another user could put a server of their own in its place.
    case unsafe(PathWalk.Risk)
    /// The server runs as that user, who is neither root nor the owner of the socket.
    case otherServer(uid: UInt32)
  }

  /// The path, which begins with `/`.
  public let path: String

  /// The socket at `path`. Nothing is looked at yet.
  public init(at path: String) {
    self.path = path
  }

  /// Connects without waiting. Nothing is sent: a server that is refused here learns the user and the process at most.
  /// - Returns: A descriptor that is not waited for, and that exec(3) closes.
  public func connect() throws(Refusal) -> Int32 {
    let owner = try ownerOfSafeSocket()
    let connection = socket(
      AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard connection >= 0 else { throw .refused(errorNumber: errno) }
    do throws(Refusal) {
      try connect(connection)
      // The kernel notes who called listen(2), which is root if systemd did.
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
    guard let slash = path.lastIndex(of: "/") else { throw .absent }
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
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let isSet = withUnsafeMutableBytes(of: &address.sun_path) { place in
      guard bytes.count < place.count else { return false }
      place.copyBytes(from: bytes)
      return true
    }
    guard isSet else { throw .refused(errorNumber: ENAMETOOLONG) }
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
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
