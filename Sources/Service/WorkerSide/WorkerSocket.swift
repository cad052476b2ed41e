public import AccountService
internal import Glibc
public import Identity
internal import Messages
public import Secrets

/// A worker's socket to the server, which the program waits for. When it ends, so does the program.
public struct WorkerSocket {
  private let socket: SeqpacketSocket
  /// The number of the server's request.
  public private(set) var number: UInt16 = 0

  /// The socket on `descriptor`; nil if that is none.
  public init?(inherited descriptor: Int32) {
    guard let socket = SeqpacketSocket(inherited: descriptor) else { return nil }
    self.socket = socket
  }

  /// Says something, and takes the request that answers it.
  public mutating func request(after reply: Reply? = nil) -> Request {
    if let reply { send(reply) }
    while true {
      if case .message(let bytes) = receive(), let message = Envelope<Request>(bytes) {
        number = message.number
        return message.body
      }
      leave()
    }
  }

  /// Asks, and takes the secret that answers one of the challenges.
  public mutating func answer(to challenges: [Challenge]) -> (ChallengeID, GuardedText) {
    send(.ask(Question(challenges)))
    guard case .secret(let prefix, let text) = receive(), let id = prefix.challenge,
      challenges.contains(where: { $0.id == id })
    else { leave() }
    return (id, text)
  }

  /// Says something that needs no answer, or whose answer is still to come.
  public func send(_ reply: Reply) {
    guard socket.send(reply.message(number)) == .sent else { leave() }
  }

  private func receive() -> SeqpacketSocket.Arrival {
    while true {
      let arrival = socket.receive()
      guard case .nothing = arrival else { return arrival }
      var readiness = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&readiness, 1, -1)
    }
  }

  /// The server has left, or speaks another language.
  private func leave() -> Never { exit(0) }
}
