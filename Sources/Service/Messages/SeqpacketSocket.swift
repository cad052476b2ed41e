public import AccountService
internal import Glibc
public import Secrets
public import Unix

/// One end of a connection between form and server: a socket of type `SOCK_SEQPACKET`. The kernel keeps the boundaries
/// of messages.
///
/// A secret goes from guarded memory to the socket, and from there into guarded memory. The kernel holds a copy until
/// it is received.
public struct SeqpacketSocket: Sendable {
  /// The socket, which is not waited for. Its owner closes it.
  public let descriptor: Int32

  /// The end of a connection on that socket.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// The end of a connection on a socket that this program was started with; nil for any other
  /// descriptor.
  public init?(inherited descriptor: Int32) {
    guard socketOption(SO_TYPE, of: descriptor) == Int32(SOCK_SEQPACKET.rawValue),
      socketOption(SO_DOMAIN, of: descriptor) == AF_UNIX,
      fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    else { return nil }
    self.init(descriptor: descriptor)
  }

  /// A connection's two ends, which exec(3) closes.
  public static func pair() throws(SystemError) -> (SeqpacketSocket, SeqpacketSocket) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SystemError(number: errno) }
    return (SeqpacketSocket(descriptor: ends[0]), SeqpacketSocket(descriptor: ends[1]))
  }

  /// Something from the other end, or the lack of it.
  public enum Arrival {
    /// A message without a secret.
    case message([UInt8])
    /// A secret.
    case secret(SecretPrefix, GuardedText)
    /// Nothing is there yet.
    case nothing
    /// The other end is closed, or the connection broke.
    case end
    /// The message breaks the protocol. It is gone.
    case malformed
  }

  /// The result of sending.
  public enum Dispatch: Sendable {
    /// The message is on its way.
    case sent
    /// The other end reads too slowly; send it again when the socket is writable.
    case full
    /// The other end is closed, or the connection broke.
    case end
  }

  /// Sends one message.
  public func send(_ message: [UInt8]) -> Dispatch {
    message.withUnsafeBytes { bytes in
      let result = retrying { Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
      return dispatch(result)
    }
  }

  /// Sends a secret straight from the memory it is in.
  public func send(_ prefix: SecretPrefix, _ secret: UnsafeBufferPointer<UInt8>) -> Dispatch {
    var prefix = prefix.bytes
    return prefix.withUnsafeMutableBytes { prefix in
      var parts = [
        iovec(iov_base: prefix.baseAddress, iov_len: prefix.count),
        iovec(iov_base: UnsafeMutableRawPointer(mutating: UnsafeRawPointer(secret.baseAddress)), iov_len: secret.count),
      ]
      return parts.withUnsafeMutableBufferPointer { parts in
        var message = msghdr()
        message.msg_iov = parts.baseAddress
        message.msg_iovlen = parts.count
        return dispatch(retrying { sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL)) })
      }
    }
  }

  /// Receives the next message, and does not wait for it. Looks at its first bytes before it takes the rest, so that a
  /// secret touches no ordinary memory. A message that is longer than `most` bytes is not read.
  /// - Parameter text: Where a secret is put, with room for the longest one; nil for memory of its own.
  public func receive(upTo most: Int = SecretPrefix.longestMessage, secretInto text: GuardedText? = nil) -> Arrival {
    var prefix = [UInt8](repeating: 0, count: SecretPrefix.byteCount)
    let peek = Int32(MSG_PEEK | MSG_TRUNC)
    // The buffer has the length of the prefix of a secret, so no byte of a secret gets into it.
    var size = retrying { recv(descriptor, &prefix, prefix.count, peek) }
    // The other end closed without having read everything. Its last messages are still there; one may be the reason.
    if size < 0 && errno == ECONNRESET { size = retrying { recv(descriptor, &prefix, prefix.count, peek) } }
    if size < 0 { return errno == EAGAIN ? .nothing : .end }
    if size == 0 { return .end }
    if prefix[0] == SecretPrefix.firstByte { return receiveSecret(prefix, size, into: text) }
    guard size <= min(most, SecretPrefix.longestMessage) else { return drop() }
    var message = [UInt8](repeating: 0, count: size)
    let count = retrying { recv(descriptor, &message, size, 0) }
    if count < 0 { return .end }
    return count == size ? .message(message) : .malformed
  }

  private func receiveSecret(_ bytes: [UInt8], _ size: Int, into text: GuardedText?) -> Arrival {
    let count = size - SecretPrefix.byteCount
    guard let prefix = SecretPrefix(bytes), (0...SecretPrefix.longestSecret).contains(count) else {
      return drop()
    }
    var scratch = bytes
    let text = text ?? GuardedText(capacity: SecretPrefix.longestSecret)
    text.wipe()
    if count == 0 { return retrying { recv(descriptor, &scratch, size, 0) } == size ? .secret(prefix, text) : .end }
    var received = -1
    let isText = text.fill(count) { place in
      scratch.withUnsafeMutableBytes { scratch in
        var parts = [
          iovec(iov_base: scratch.baseAddress, iov_len: scratch.count),
          iovec(iov_base: place.baseAddress, iov_len: place.count),
        ]
        parts.withUnsafeMutableBufferPointer { parts in
          var message = msghdr()
          message.msg_iov = parts.baseAddress
          message.msg_iovlen = parts.count
          received = retrying { recvmsg(descriptor, &message, 0) }
        }
      }
      return received == size
    }
    if received <= 0 { return .end }
    return isText ? .secret(prefix, text) : .malformed
  }

  /// Throws the next message away.
  private func drop() -> Arrival {
    retrying { recv(descriptor, nil, 0, 0) } < 0 ? .end : .malformed
  }

  private func dispatch(_ result: Int) -> Dispatch {
    if result >= 0 { return .sent }
    return errno == EAGAIN ? .full : .end
  }

  /// The process at the other end when the connection was made; nil if the kernel does not report it.
  public var peer: PeerProcess? { PeerProcess(of: descriptor) }

  /// Says that nothing more will be sent. The other end sees the end of the connection.
  public func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes the socket.
  public func close() { Glibc.close(descriptor) }
}
