internal import Glibc

/// One end of a connection that goes along with messages, so that a test sees whether the receiver keeps it.
public final class SentDescriptor {
  private let reading: Int32
  private var writing: Int32

  /// A connection.
  public init?() {
    var ends: [Int32] = [-1, -1]
    guard
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends) == 0
    else { return nil }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    if writing >= 0 { close(writing) }
    close(reading)
  }

  /// Sends a message with the end of the connection (SCM_RIGHTS). Returns whether it is on its way.
  public func send(_ bytes: [UInt8], on socket: Int32) -> Bool {
    var bytes = bytes
    // A cmsghdr, and the descriptor behind it; see cmsg(3).
    var control = [UInt64](repeating: 0, count: 3)
    return bytes.withUnsafeMutableBytes { bytes in
      control.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        return withUnsafeMutablePointer(to: &part) { part in
          control.storeBytes(of: MemoryLayout<cmsghdr>.size + MemoryLayout<Int32>.size, as: Int.self)
          control.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
          control.storeBytes(of: Int32(SCM_RIGHTS), toByteOffset: 12, as: Int32.self)
          control.storeBytes(of: writing, toByteOffset: 16, as: Int32.self)
          var message = msghdr()
          (message.msg_iov, message.msg_iovlen) = (part, 1)
          (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
          return sendmsg(socket, &message, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) == bytes.count
        }
      }
    }
  }

  /// Whether nobody has the end that was sent. Closes this process's own.
  public var isGone: Bool {
    if writing >= 0 { close(writing) }
    writing = -1
    var byte: UInt8 = 0
    return read(reading, &byte, 1) == 0
  }
}
