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
