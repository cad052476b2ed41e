/// Time that stands still until a test advances it.
public final class TestScheduler: Scheduler {
  private struct Action {
    let due: Duration
    let run: () -> Void
    let subscription: Disposable
  }

  /// The time advanced so far.
  public private(set) var now: Duration = .zero

  private var actions: [Action] = []

  /// A scheduler at time zero.
  public init() {}

  public func schedule(after delay: Duration, _ action: @escaping () -> Void) -> Disposable {
    let subscription = Disposable {}
    actions.append(Action(due: now + max(delay, .zero), run: action, subscription: subscription))
    return subscription
  }

  /// Lets `interval` pass and runs what is due meanwhile, in order of time, then of scheduling; also what that schedules.
  public func advance(by interval: Duration) {
    let end = now + interval
    while let action = removeNext(until: end) {
      now = action.due
      if !action.subscription.isDisposed { action.run() }
    }
    now = end
  }

  private func removeNext(until end: Duration) -> Action? {
    guard let index = actions.indices.min(by: { actions[$0].due < actions[$1].due }), actions[index].due <= end
    else { return nil }
    return actions.remove(at: index)
  }
}
