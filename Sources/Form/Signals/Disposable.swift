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

  /// Ends the subscription when `bag` is deallocated.
  public final func disposed(by bag: DisposeBag) {
    bag.insert(self)
  }

  /// Runs once, at the first `dispose()`.
  @usableFromInline func end() {
    action.take()?()
  }
}

/// Holds the latest of several subscriptions or timers, and ends each one when the next one comes.
@usableFromInline final class SerialDisposable {
  @usableFromInline var latest: Disposable?
  @usableFromInline var isDisposed = false

  @inlinable init() {}

  nonisolated deinit {}

  @inlinable func replace(with next: Disposable?) {
    latest?.dispose()
    latest = next
    // `next` may come too late: making it may have called code that disposed of this object.
    if isDisposed { dispose() }
  }

  @inlinable func dispose() {
    isDisposed = true
    latest.take()?.dispose()
  }
}

/// Ends its subscriptions when it is deallocated.
///
/// A view or a view model owns one bag, so its subscriptions live exactly as long as it does.
@MainActor  // Written out: `isolated deinit` does not see the module's default.
public final class DisposeBag {
  private var disposables: [Disposable] = []

  /// An empty bag.
  public init() {}

  func insert(_ disposable: Disposable) {
    disposables.append(disposable)
  }

  isolated deinit {
    for disposable in disposables { disposable.dispose() }
  }
}
