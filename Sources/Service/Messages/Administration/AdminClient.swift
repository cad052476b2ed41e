import AccountService
internal import Glibc
import Identity
import Secrets
import Unix

/// An administrator's end of a connection to a service. It sends a request and waits for the answer, on the thread of
/// its caller.
final class AdminClient {
  /// How long the service may be silent.
  enum Timeout {
    /// As long as a caller waits for a welcome.
    case greeting(Duration)
    /// An attempt may wait a minute for its turn, and then for hashes of others.
    case ordinary
    /// A million accounts are added in one step.
    case long

    fileprivate var milliseconds: Int32 {
      switch self {
      case .greeting(let time): Int32(clamping: Int(time / .milliseconds(1)))
      case .ordinary: 150_000
      case .long: 1_800_000
      }
    }
  }

  private let socket: SeqpacketSocket
  private var lastNumber: UInt16 = 0

  init(_ socket: SeqpacketSocket) {
    self.socket = socket
  }

  deinit { socket.close() }

  /// Sends a request and its secrets, and waits for the answer: its parts, and its last reply.
  func ask(
    _ request: Request, _ secrets: [(SecretKind, SealedPassword)] = [], within timeout: Timeout = .ordinary
  ) throws(StoreError) -> (parts: [AdminReply], last: Reply) {
    lastNumber &+= 1
    try send { socket.send(request.message(lastNumber)) }
    for (kind, secret) in secrets {
      try send { () throws(StoreError) in
        let sent = secret.withUTF8 { socket.send(SecretPrefix(kind, sequence: lastNumber), $0) }
        guard let sent else { throw .hashing(.passwordWiped) }
        return sent
      }
    }
    var parts: [AdminReply] = []
    while true {
      switch try receive(within: timeout) {
      case .unavailable(let reason): throw reason.error
      case .queued: continue
      case .administration(let part) where part.isPart: parts.append(part)
      case let last: return (parts, last)
      }
    }
  }

  /// Sends a request that has no answer.
  func send(_ request: Request) throws(StoreError) {
    try send { socket.send(request.message(lastNumber &+ 1)) }
  }

  private func send(_ message: () throws(StoreError) -> SeqpacketSocket.Dispatch) throws(StoreError) {
    while true {
      switch try message() {
      case .sent: return
      case .full: try wait(for: POLLOUT, within: .ordinary)
      // The service may have said why it left.
      case .end: throw lastWord ?? .service(.ended)
      }
    }
  }

  private var lastWord: StoreError? {
    guard case .message(let message) = socket.receive(), case .unavailable(let reason)? = Envelope<Reply>(message)?.body
    else { return nil }
    return reason.error
  }

  private func receive(within timeout: Timeout) throws(StoreError) -> Reply {
    while true {
      switch socket.receive() {
      case .nothing: try wait(for: POLLIN, within: timeout)
      case .end: throw .service(.ended)
      case .malformed, .secret: throw .service(.nonsense)
      case .message(let message):
        guard let reply = Envelope<Reply>(message)?.body else {
          throw .service(ProtocolVersion(greeting: message)?.fault ?? .nonsense)
        }
        return reply
      }
    }
  }

  private func wait(for event: Int32, within timeout: Timeout) throws(StoreError) {
    var question = pollfd(fd: socket.descriptor, events: Int16(event), revents: 0)
    if retrying({ Int(poll(&question, 1, timeout.milliseconds)) }) == 0 { throw .service(.silent) }
  }
}
