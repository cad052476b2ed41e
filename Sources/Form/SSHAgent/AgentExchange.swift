import Glibc
import SSHKeys
import Unix

/// One message to an agent, and its answer.
final class AgentExchange {
  typealias Outcome = Result<[UInt8], AgentFault>

  private let loop: RunLoop
  private var unsent: ArraySlice<UInt8>
  private var received: [UInt8] = []
  private var socket: Int32 = -1
  private var deadline: Timers.ID?
  private var answered: CheckedContinuation<Outcome, Never>?
  /// The end that came before the beginning.
  private var early: Outcome?

  init(_ message: [UInt8], _ loop: RunLoop) { (unsent, self.loop) = (message[...], loop) }

  func begin(at path: String, within limit: Duration, _ answered: CheckedContinuation<Outcome, Never>) {
    if let early { return answered.resume(returning: early) }
    self.answered = answered
    do throws(AgentFault) {
      socket = try Self.connect(to: path)
    } catch {
      return end(.failure(error))
    }
    deadline = loop.timers.add(after: limit) { [weak self] in self?.end(.failure(.silent)) }
    watch()
  }

  /// Ends it. Only the first end counts.
  func end(_ outcome: Outcome) {
    early = early ?? outcome
    if let deadline = deadline.take() { loop.timers.cancel(deadline) }
    if socket >= 0 {
      loop.unwatch(socket)
      close(socket)
      socket = -1
    }
    answered.take()?.resume(returning: outcome)
  }

  private static func connect(to path: String) throws(AgentFault) -> Int32 {
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard socket >= 0 else { throw .missing }
    // Nil for a path that is too long.
    let number = try? LocalAddress.with(path) { Glibc.connect(socket, $0, $1) == 0 ? 0 : errno }
    guard number == 0 else {
      close(socket)
      // Its backlog is full: it takes nobody.
      throw number == EAGAIN ? .silent : .missing
    }
    return socket
  }

  private func watch() {
    loop.watch(socket, reads: unsent.isEmpty, writes: !unsent.isEmpty) { [weak self] _ in self?.turn() }
  }

  private func turn() {
    if unsent.isEmpty { receive() } else { send() }
  }

  private func send() {
    let sent = unsent.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    guard sent > 0 else { return failed() }
    unsent = unsent.dropFirst(sent)
    if unsent.isEmpty { watch() }
  }

  private func receive() {
    do throws(AgentFault) {
      let header = received.prefix(AgentMessage.headerCount)
      let isWhole = header.count == AgentMessage.headerCount
      let wanted =
        isWhole ? AgentMessage.headerCount + (try AgentMessage.answerCount(header)) : AgentMessage.headerCount
      var part = [UInt8](repeating: 0, count: min(wanted - received.count, 4096))
      let count = recv(socket, &part, part.count, 0)
      guard count != 0 else { throw ended }
      guard count > 0 else { return failed() }
      received += part.prefix(count)
      if isWhole, received.count == wanted { end(.success(Array(received.dropFirst(AgentMessage.headerCount)))) }
      if !isWhole, received.count == wanted { _ = try AgentMessage.answerCount(received) }
    } catch {
      end(.failure(error))
    }
  }

  /// What the end of the connection means: an agent that ends says nothing, others stop in the middle.
  private var ended: AgentFault { received.isEmpty ? .missing : .nonsense }

  private func failed() {
    switch errno {
    case EAGAIN, EINTR: break
    default: end(.failure(ended))
    }
  }
}
