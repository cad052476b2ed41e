public import AccountService
public import Identity
import Secrets
public import Unix

/// The form's end of a socket. Replies are JSON, see ``Envelope``; secrets have datagrams of their own.
@MainActor public final class SocketChannel: FormChannel {
  private let socket: SeqpacketSocket
  private let loop: RunLoop
  // The form asks only as a member. Without a session, the server that knew it has ended, and another one has taken its place.
  public var notNow: ServiceFault { .ended }

  public init(_ socket: SeqpacketSocket, _ loop: RunLoop) { (self.socket, self.loop) = (socket, loop) }

  public func watch(_ isReady: @escaping @MainActor () -> Void) { loop.watch(socket.descriptor) { _ in isReady() } }

  // The socket buffers a few hundred messages; if it is full, the server hangs.
  public func send(_ request: Request, _ number: UInt16) -> Bool { socket.send(request.message(number)) == .sent }

  public func send(_ secret: AccountClient.Secret, _ number: UInt16) -> Bool {
    switch secret {
    case .password(let kind, let password, let challenge):
      password.withUTF8 { socket.send(SecretPrefix(kind, to: challenge, sequence: number), $0) } == .sent
    case .token(let token):
      token.withBase64URL { socket.send(SecretPrefix(.token, sequence: number), $0) } == .sent
    }
  }

  public func receive() -> ReplyArrival {
    switch socket.receive() {
    case .nothing: return .nothing
    case .end: return .end
    case .malformed: return .fault(.nonsense)
    case .message(let message):
      switch Envelope<Reply>.read(message) {
      case .message(let message): return .reply(message.body, message.number)
      case .unknown: return .fault(.newer)
      case .malformed: return .fault(ProtocolVersion(greeting: message).flatMap(\.fault) ?? .nonsense)
      }
    case .secret(let prefix, let text):
      defer { text.wipe() }
      guard prefix.kind == .token, let token = text.withUTF8({ SecureToken(base64URL: $0) }) else {
        return .fault(.nonsense)
      }
      return .token(token, prefix.sequence)
    }
  }

  public func finish() { socket.finish() }

  public func close() {
    loop.unwatch(socket.descriptor)
    socket.close()
  }
}
