import Glibc
import Identity
import Secrets
import Synchronization
import TestSupport
import Testing

@testable import Unix
import AccountService
@testable import Messages

/// A server that says what a test wants.
@MainActor final class ScriptedServer {
  var fault: ServiceFault?
  /// What it says to whoever connects, before it closes the connection and hears anything.
  var refusal: Reply?
  private(set) var connections = 0
  private var sawEnd = false
  private var receivedSecrets: [String] = []
  private var received: [Request] = []
  private var socket: SeqpacketSocket?

  func connect() throws(StoreError) -> SeqpacketSocket {
    if let fault { throw .service(fault) }
    do {
      let (its, ours) = try SeqpacketSocket.pair()
      socket = ours
      connections += 1
      if let refusal {
        answer(refusal, to: 0)
        close()
      }
      return its
    } catch {
      throw .service(.ended)
    }
  }

  /// Whether the client has closed the connection.
  var isLeft: Bool {
    receive()
    return sawEnd
  }

  /// All requests that came.
  var requests: [Request] {
    receive()
    return received
  }

  /// All secrets that came.
  var secrets: [String] {
    receive()
    return receivedSecrets
  }

  private func receive() {
    while let socket {
      switch socket.receive() {
      case .message(let message): if let request = Envelope<Request>(message)?.body { received.append(request) }
      case .secret(_, let text): receivedSecrets.append(text.withUTF8 { String(decoding: $0, as: UTF8.self) })
      case .end:
        sawEnd = true
        return
      case .nothing, .malformed: return
      }
    }
  }

  func answer(_ reply: Reply, to sequence: UInt16) { _ = socket?.send(reply.message(sequence)) }

  func send(_ token: SecureToken, to sequence: UInt16) {
    _ = token.withBase64URL { socket?.send(SecretPrefix(.token, sequence: sequence), $0) }
  }

  func close() {
    socket?.close()
    socket = nil
  }
}
