import Foundation
import TestSupport

/// The socket at which a service manager hears how a service is, by path or by an abstract name (with @).
final class NotifySocket {
  let descriptor: Int32
  let name: String

  init(_ name: String) {
    self.name = name
    descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(name.utf8)
    if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let size = MemoryLayout<sa_family_t>.size + bytes.count
    _ = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(size)) }
    }
    chmod(name, 0o666)
  }

  deinit { close(descriptor) }

  /// The next message that is no status for people.
  func message() async -> String? {
    var message = await next()
    while message?.hasPrefix("STATUS=") == true { message = await next() }
    return message
  }

  /// The next status for people.
  func status() async -> String? {
    var message = await next()
    while let other = message, !other.hasPrefix("STATUS=") { message = await next() }
    return message
  }

  private func next() async -> String? {
    var bytes = [UInt8](repeating: 0, count: 1000)
    var count = -1
    _ = await eventually {
      count = recv(descriptor, &bytes, bytes.count, 0)
      return count > 0
    }
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }
}
