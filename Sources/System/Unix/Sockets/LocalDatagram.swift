internal import Glibc

/// Messages to a service of this machine that listens at a path, such as syslog. A path that begins with @ names an abstract
/// socket.
public enum LocalDatagram {
  /// Sends one message. Waits up to 5 s while the service takes none.
  /// - Throws: If there is no listener, or the service does not take the message.
  public static func send(_ bytes: [UInt8], to path: String) throws(SystemError) {
    try connected(to: path) { descriptor throws(SystemError) in
      var timeout = timeval(tv_sec: 5, tv_usec: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout.size(ofValue: timeout)))
      try send(bytes, at: descriptor)
    }
  }

  /// Sends one message if the service takes it at once; otherwise returns false.
  /// - Throws: If there is no listener, or the message cannot be sent.
  public static func sendAtOnce(_ bytes: [UInt8], to path: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try connected(to: path) { descriptor throws(SystemError) in
        try send(bytes, at: descriptor, flags: Int32(MSG_DONTWAIT))
      }
      return true
    } catch  where error.number == EAGAIN {
      return false
    }
  }

  /// Waits until the service takes messages.
  /// - Parameter milliseconds: The timeout.
  /// - Throws: If there is no listener, or the timeout has passed.
  public static func waitForRoom(at path: String, milliseconds: Int32 = 5_000) throws(SystemError) {
    try connected(to: path) { descriptor throws(SystemError) in
      var question = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      let count = retrying { Int(poll(&question, 1, milliseconds)) }
      guard count > 0 else { throw SystemError(number: count < 0 ? errno : EAGAIN) }
    }
  }

  private static func send(_ bytes: [UInt8], at descriptor: Int32, flags: Int32 = 0) throws(SystemError) {
    let sent = retrying { Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | flags) }
    guard sent == bytes.count else { throw SystemError(number: sent < 0 ? errno : EMSGSIZE) }
  }

  private static func connected(
    to path: String, _ body: (Int32) throws(SystemError) -> Void
  ) throws(SystemError) {
    let datagram = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, datagram, 0)
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    defer { close(descriptor) }
    let result = try LocalAddress.with(path) { connect(descriptor, $0, $1) }
    guard result == 0 else { throw SystemError(number: errno) }
    try body(descriptor)
  }
}
