/// Holds the latest of several subscriptions or timers, and ends each when the next one comes.
@usableFromInline final class SerialDisposable {
  @usableFromInline var latest: Disposable?
  @usableFromInline var isDisposed = false

  @inlinable init() {}

  nonisolated deinit {}

  @inlinable func replace(with next: Disposable?) {
    latest?.dispose()
    latest = next
    // It may come too late: somebody called while it was made may have disposed of the whole.
    if isDisposed { dispose() }
  }

  @inlinable func dispose() {
    isDisposed = true
    latest.take()?.dispose()
  }
}
