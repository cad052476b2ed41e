/// Real time on the main actor. Nothing wakes up while nothing is scheduled.
public final class MainScheduler: Scheduler {
  private let start = ContinuousClock.now

  /// A scheduler whose time begins now.
  public init() {}

  /// The time since this scheduler was made.
  public var now: Duration { ContinuousClock.now - start }

  /// Runs `action` on the main actor when `delay` has passed.
  public func schedule(after delay: Duration, _ action: @escaping () -> Void) -> Disposable {
    let task = Task {
      try? await Task.sleep(for: delay, tolerance: .zero)
      if !Task.isCancelled { action() }
    }
    return Disposable { task.cancel() }
  }
}
