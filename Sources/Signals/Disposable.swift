/// The end of a subscription.
///
/// After `dispose()` returns nothing more arrives, even within a delivery under way. A `Disposable` that is merely
/// dropped ends nothing: put it in a ``DisposeBag``, whose going ends it.
public final class Disposable {
  private var action: (() -> Void)?

  /// Whether `dispose()` was called.
  public var isDisposed: Bool { action == nil }

  /// - Parameter action: Runs at the first `dispose()`, and is released by it.
  public init(_ action: @escaping () -> Void) {
    self.action = action
  }

  /// Ends the subscription. The second and later calls do nothing.
  public func dispose() {
    guard let action else { return }
    self.action = nil
    action()
  }

  /// Leaves the ending of the subscription to `bag`.
  public func disposed(by bag: DisposeBag) {
    bag.insert(self)
  }
}
