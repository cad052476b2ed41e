import Unix
import Messages

/// Accepts the programs that connect to a socket.
@MainActor final class Listener {
  private let socket: ListeningSocket
  private let loop: RunLoop
  private let onArrival: (SeqpacketSocket) -> Void

  /// Maximum accepts per iteration, so a flood cannot starve open connections. It is more than
  /// other programs can add meanwhile, so that a flood drains.
  private static let mostAtOnce = 128
  /// The pause before the next attempt when the system has no descriptor left.
  private static let pause = Duration.seconds(1)

  init(_ socket: ListeningSocket, _ loop: RunLoop, onArrival: @escaping (SeqpacketSocket) -> Void) {
    (self.socket, self.loop, self.onArrival) = (socket, loop, onArrival)
  }

  /// Begins to listen.
  func open() {
    loop.watch(socket.descriptor) { [weak self] _ in self?.turn() }
  }

  /// Stops listening. Others may still connect, and wait for the next service at this socket.
  func close() { loop.unwatch(socket.descriptor) }

  private func turn() {
    for _ in 0..<Self.mostAtOnce {
      switch socket.accept() {
      case .connection(let descriptor): onArrival(SeqpacketSocket(descriptor: descriptor))
      case .none: return
      case .noRoom:
        close()
        _ = loop.timers.add(after: Self.pause) { [weak self] in self?.open() }
        return
      }
    }
  }
}
