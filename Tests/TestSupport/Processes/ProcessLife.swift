import Foundation
import Synchronization

/// A child process from start to end, with a thread that waits for its end.
final class ProcessLife: Sendable {
  private struct State {
    var ending: ChildProcess.Ending?
    var isOverdue = false
    var waiting: [CheckedContinuation<ChildProcess.Ending, Never>] = []
  }

  private let id: pid_t
  private let state = Mutex(State())

  init(of id: pid_t) {
    self.id = id
    Thread.detachNewThread { [self] in reap() }
  }

  /// Whether it was killed because it took too long.
  var isOverdue: Bool {
    state.withLock { $0.isOverdue }
  }

  /// Kills the process if it is still running.
  func endOverdue() {
    state.withLock { state in
      guard state.ending == nil else { return }
      state.isOverdue = true
      kill(id, SIGKILL)
    }
  }

  func end() async -> ChildProcess.Ending {
    await withCheckedContinuation { continuation in
      let ending = state.withLock { state in
        if state.ending == nil { state.waiting.append(continuation) }
        return state.ending
      }
      if let ending { continuation.resume(returning: ending) }
    }
  }

  /// Sends a signal. The id belongs to this process until it is reaped, so no other process can get the signal.
  func send(signal: Int32) {
    state.withLock { state in
      if state.ending == nil { kill(id, signal) }
    }
  }

  /// Waits without reaping, then reaps while no signal can be sent.
  private func reap() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    let (ending, waiting) = state.withLock { state in
      var status: Int32 = 0
      waitpid(id, &status, 0)
      let ending = ChildProcess.Ending(status: status)
      state.ending = ending
      defer { state.waiting = [] }
      return (ending, state.waiting)
    }
    for continuation in waiting { continuation.resume(returning: ending) }
  }
}
