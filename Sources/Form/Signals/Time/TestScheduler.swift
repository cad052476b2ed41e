/// Time that moves only when a test advances it.
public final class TestScheduler: Scheduler {
  private final class Action {
    let due: Duration
    let run: () -> Void

    init(due: Duration, run: @escaping () -> Void) {
      self.due = due
      self.run = run
    }
  }

  /// The time advanced so far.
  public private(set) var now: Duration = .zero

  private var actions: [Action] = []

  /// A scheduler at time zero.
  public init() {}

  /// Runs `action` when `advance(by:)` reaches its time.
  public func schedule(after delay: Duration, _ action: @escaping () -> Void) -> Disposable {
    let action = Action(due: now + max(delay, .zero), run: action)
    actions.append(action)
    return Disposable { [weak self] in self?.actions.removeAll { $0 === action } }
  }

  /// Advances time by `interval` and runs all actions due by then, in order of time, then of scheduling. Actions that
  /// they schedule run too if they are due.
  public func advance(by interval: Duration) {
    let end = now + interval
    while let action = removeNext(until: end) {
      now = max(now, action.due)
      action.run()
    }
    // An action may have advanced time further.
    now = max(now, end)
  }

  private func removeNext(until end: Duration) -> Action? {
    guard let index = actions.indices.min(by: { actions[$0].due < actions[$1].due }), actions[index].due <= end
    else { return nil }
    return actions.remove(at: index)
  }
}
