/// A source of time. View models and operators take one, so that a test can move time by hand.
public protocol Scheduler: AnyObject {
  /// The time since some fixed moment. Never goes back.
  var now: Duration { get }

  /// Runs `action` once on the main actor when `delay` has passed, unless the result is disposed of first.
  func schedule(after delay: Duration, _ action: @escaping () -> Void) -> Disposable
}
