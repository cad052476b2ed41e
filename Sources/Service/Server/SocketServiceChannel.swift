import AccountService
import Identity
import Messages
import Secrets
import Unix

/// The service's end of a socket. Requests are JSON, see ``Envelope``; secrets have datagrams of their own.
@MainActor final class SocketServiceChannel: ServiceChannel {
  nonisolated let peer: Peer
  nonisolated let copiesSecrets = true
  private let socket: SeqpacketSocket
  private let loop: RunLoop
  private let incoming: GuardedText
  private var outbox: Outbox
  var isEmpty: Bool { outbox.isEmpty }
  var isFull: Bool { outbox.isFull }
  var unsentSession: Session? { outbox.unsentSession }

  /// - Parameter incoming: Where secrets are received, one after another.
  init(_ socket: SeqpacketSocket, _ peer: PeerProcess, _ loop: RunLoop, _ outbox: Outbox, incoming: GuardedText) {
    (self.socket, self.loop, self.outbox, self.incoming) = (socket, loop, outbox, incoming)
    self.peer = Peer(uid: peer.uid, process: peer)
  }

  func watch(reads: Bool, writes: Bool, _ isReady: @escaping @MainActor () -> Void) {
    loop.watch(socket.descriptor, reads: reads, writes: writes) { _ in isReady() }
  }

  func receive(upTo most: Int) -> (RequestArrival, bytes: Int) {
    switch socket.receive(upTo: most, secretInto: incoming) {
    case .nothing: return (.nothing, 0)
    case .end: return (.end, 0)
    case .malformed: return (.malformed(nil), 0)
    case .secret(let prefix, let text):
      defer { text.wipe() }
      if prefix.kind == .token {
        let token = text.withUTF8 { SecureToken(base64URL: $0) }
        return (.secret(prefix, password: nil, token: token), text.byteCount)
      }
      let mayBeEmpty = prefix.kind == .password && prefix.challenge != nil
      let password = try? mayBeEmpty ? text.sealedAnswer() : text.sealed()
      return (.secret(prefix, password: password, token: nil), Limits.bytesOfPassword)
    case .message(let message): return (arrival(of: message), message.count)
    }
  }

  private func arrival(of message: [UInt8]) -> RequestArrival {
    switch Envelope<Request>.read(message) {
    case .message(let message): .request(message.body, message.number)
    case .unknown(let number): .unknown(number)
    case .malformed: .malformed(ProtocolVersion(greeting: message))
    }
  }

  nonisolated func fitting(_ replies: [Reply]) -> [Reply] { replies.flatMap(\.parts) }

  func add(_ reply: Reply, _ number: UInt16) { outbox.add(.message(reply.message(number))) }

  func add(_ token: SecureToken, of session: Session, _ number: UInt16) {
    outbox.add(.token(token, of: session, number))
  }

  func flush(atMost count: Int) -> SendingState { outbox.flush(to: socket, atMost: count) }

  func unwatch() { loop.unwatch(socket.descriptor) }
  func finish() { socket.finish() }
  func close() { socket.close() }
}
