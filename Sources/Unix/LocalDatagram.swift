internal import Glibc

/// Messages to a service of this machine that listens at a path, such as syslog.
public enum LocalDatagram {
  /// Sends one message. Waits up to 5 s while the service takes none.
  /// - Throws: If nobody listens there, or the service does not take the message.
  public static func send(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let datagram = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, datagram, 0)
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    defer { close(descriptor) }
    var patience = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout.size(ofValue: patience)))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let isShort = withUnsafeMutableBytes(of: &address.sun_path) { place in
      guard path.utf8.count < place.count else { return false }
      place.copyBytes(from: path.utf8)
      return true
    }
    guard isShort else { throw SystemError(number: ENAMETOOLONG) }
    let size = socklen_t(MemoryLayout.size(ofValue: address))
    let sent = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        retrying { sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), address, size) }
      }
    }
    guard sent == bytes.count else { throw SystemError(number: sent < 0 ? errno : EMSGSIZE) }
  }

  private static func retrying(_ call: () -> Int) -> Int {
    var result = call()
    while result < 0 && errno == EINTR { result = call() }
    return result
  }
}
