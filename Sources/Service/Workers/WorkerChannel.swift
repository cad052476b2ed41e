import Identity
import Secrets
import Unix
import AccountService
import Messages

/// One worker at the other end of a socket: it is asked, and answers once. Anything else ends the channel.
@MainActor final class WorkerChannel {
  private let loop: RunLoop
  private let socket: SeqpacketSocket
  private let onEnd: () -> Void
  private var answered: CheckedContinuation<Reply?, Never>?
  private var deadline: Timers.ID?
  private var isOver = false

  /// - Parameter onEnd: Called once, when the socket is closed.
  init(_ loop: RunLoop, _ socket: SeqpacketSocket, onEnd: @escaping () -> Void) {
    (self.loop, self.socket, self.onEnd) = (loop, socket, onEnd)
    loop.watch(socket.descriptor) { [weak self] _ in self?.receive() }
  }

  /// Sends a message and waits for the answer. Cancelling the task ends the channel.
  /// - Parameter time: How long the worker may take.
  func ask(within time: Duration, _ send: (SeqpacketSocket) -> SeqpacketSocket.Dispatch) async throws(StoreError)
    -> Reply
  {
    let reply = await withTaskCancellationHandler {
      await withCheckedContinuation { (answered: CheckedContinuation<Reply?, Never>) in
        guard !isOver, self.answered == nil else { return answered.resume(returning: nil) }
        // Before the message goes out: its answer may come at once.
        self.answered = answered
        deadline = loop.timers.add(after: time) { [weak self] in self?.end() }
        // Few messages are in flight, so a full socket means that the worker hangs.
        if send(socket) != .sent { end() }
      }
    } onCancel: {
      Task { @MainActor in self.end() }
    }
    guard let reply else { throw .service(.workerFailed) }
    return reply
  }

  /// Closes the socket. A question without an answer fails.
  func end() {
    guard !isOver else { return }
    isOver = true
    loop.unwatch(socket.descriptor)
    socket.close()
    onEnd()
    answer(nil)
  }

  private func receive() {
    switch socket.receive() {
    case .nothing: return
    case .message(let message):
      // A worker that sends unsolicited messages would keep this loop busy.
      guard answered != nil, let reply = Envelope<Reply>(message)?.body else { return end() }
      answer(reply)
    case .secret(_, let text):
      text.wipe()
      end()
    case .end, .malformed: end()
    }
  }

  private func answer(_ reply: Reply?) {
    if let deadline { loop.timers.cancel(deadline) }
    deadline = nil
    answered?.resume(returning: reply)
    answered = nil
  }
}
