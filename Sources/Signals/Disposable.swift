/// The end of a subscription.
///
/// After `dispose()` returns nothing more arrives, even within a delivery under way. A `Disposable` that is merely
/// dropped ends nothing: put it in a ``DisposeBag``, whose going ends it.
public class Disposable {
  /// Whether `dispose()` was called.
  public final var isDisposed: Bool { hasEnded }

  @exclusivity(unchecked) @usableFromInline final var hasEnded = false
  @exclusivity(unchecked) private final var action: (() -> Void)?

  /// - Parameter action: Runs at the first `dispose()`, and is released by it.
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

  /// Leaves the ending of the subscription to `bag`.
  public final func disposed(by bag: DisposeBag) {
    bag.insert(self)
  }

  /// Runs once, at the first `dispose()`.
  @usableFromInline func end() {
    action.take()?()
  }
}
