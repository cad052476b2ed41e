/// Where time comes from. View models and operators take one, so that a test can run it by hand.
public protocol Scheduler: AnyObject {
  /// The time since some fixed moment. Never goes back.
  var now: Duration { get }

  /// Runs `action` once on the main actor when `delay` has passed, unless the result is disposed of before.
  func schedule(after delay: Duration, _ action: @escaping () -> Void) -> Disposable
}
