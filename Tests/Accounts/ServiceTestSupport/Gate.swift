import Synchronization

/// Lets everybody pass, until a test closes it.
public final class Gate: Sendable {
  private struct State {
    var isClosed = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  public init() {}

  public func close() { state.withLock { $0.isClosed = true } }

  public func open() {
    let waiting = state.withLock { state in
      defer { state = State() }
      return state.waiting
    }
    for each in waiting { each.resume() }
  }

  public var waiting: Int { state.withLock { $0.waiting.count } }

  public func pass() async {
    await withCheckedContinuation { passing in
      let isOpen = state.withLock { state in
        if state.isClosed { state.waiting.append(passing) }
        return !state.isClosed
      }
      if isOpen { passing.resume() }
    }
  }
}
