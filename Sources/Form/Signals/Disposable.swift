/// A handle that ends a subscription.
///
/// After `dispose()` returns, nothing more arrives, not even the value being delivered. Dropping a `Disposable` does
/// not end its subscription: put it in a ``DisposeBag``, which ends it when the bag goes.
public class Disposable {
  /// Whether `dispose()` was called.
  public final var isDisposed: Bool { hasEnded }

  @exclusivity(unchecked) @usableFromInline final var hasEnded = false
  @exclusivity(unchecked) private final var action: (() -> Void)?

  /// - Parameter action: Runs at the first `dispose()`, and is then released.
  public init(_ action: @escaping () -> Void) {
    self.action = action
  }

  @usableFromInline init() {}

  nonisolated deinit {}

  /// Ends the subscription. The second and later calls do nothing.
  public final func dispose() {
    guard !hasEnded else { return }
    hasEnded = true
    end()
  }

  /// Lets `bag` end the subscription.
  public final func disposed(by bag: DisposeBag) {
    bag.insert(self)
  }

  /// Runs once, at the first `dispose()`.
  @usableFromInline func end() {
    action.take()?()
  }
}
