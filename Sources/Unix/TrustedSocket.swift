internal import Glibc

/// Sockets of local services that may be sent secrets.
public enum TrustedSocket {
  /// The reason why there is no connection.
  public enum Refusal: Error, Hashable, Sendable {
    /// Nothing has that path.
    case missing
    /// Another user could have put it there, or listens.
    case untrusted
    /// The system refused.
    case refused(SystemError)
  }

  /// Connects to the socket of type `SOCK_SEQPACKET` at `path`. Never waits.
  ///
  /// Trusted is a listener that is root or the owner of the socket, if nobody but the users of ``PathWalk`` can change a
  /// folder of the way.
  /// - Returns: The descriptor, which is closed by exec(3) and never waits.
  public static func connect(to path: String) throws(Refusal) -> Int32 {
    let owner = try owner(of: path)
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw .refused(SystemError(number: errno)) }
    guard var address = sockaddr_un(path: path) else {
      close(descriptor)
      throw .refused(SystemError(number: ENAMETOOLONG))
    }
    let size = socklen_t(MemoryLayout.size(ofValue: address))
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, size) }
    }
    guard result == 0 else {
      defer { close(descriptor) }
      throw .refused(SystemError(number: errno))
    }
    guard let peer = PeerProcess(of: descriptor), peer.uid == 0 || peer.uid == owner else {
      close(descriptor)
      throw .untrusted
    }
    return descriptor
  }

  private static func owner(of path: String) throws(Refusal) -> uid_t {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      throw errno == ENOENT || errno == ENOTDIR ? .missing : .refused(SystemError(number: errno))
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .untrusted }
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) + "/" } ?? "."
    do {
      let walk = try PathWalk(toFolder: folder)
      guard walk.risk == nil else { throw Refusal.untrusted }
    } catch let stop as PathWalk.Stop {
      throw .refused(SystemError(number: stop.errorNumber))
    } catch {
      throw .untrusted
    }
    return status.st_uid
  }
}

extension sockaddr_un {
  /// The address of a socket; nil if its path is too long.
  init?(path: String) {
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    let isShort = withUnsafeMutableBytes(of: &sun_path) { place in
      guard path.utf8.count < place.count else { return false }
      place.copyBytes(from: path.utf8)
      return true
    }
    guard isShort else { return nil }
  }
}
