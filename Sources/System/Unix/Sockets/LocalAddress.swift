package import Glibc

/// Addresses of local sockets.
package enum LocalAddress {
  /// Calls `body` with the address of a path. A path that begins with @ is in no folder: it is the name of an abstract
  /// socket (unix(7)).
  package static func with(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(SystemError) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let isAbstract = path.utf8.first == UInt8(ascii: "@")
    var bytes = Array(path.utf8)
    if isAbstract { bytes[0] = 0 }
    let isShort = withUnsafeMutableBytes(of: &address.sun_path) { place in
      guard bytes.count < place.count else { return false }
      place.copyBytes(from: bytes)
      return true
    }
    guard isShort else { throw SystemError(number: ENAMETOOLONG) }
    // The name of an abstract socket has no end but its length.
    let size = isAbstract ? MemoryLayout<sa_family_t>.size + bytes.count : MemoryLayout<sockaddr_un>.size
    return withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(size)) }
    }
  }
}
