/// Holds the latest of several subscriptions or timers, and ends each when the next one comes.
@usableFromInline final class SerialDisposable {
  @usableFromInline var latest: Disposable?
  @usableFromInline var isDisposed = false

  @inlinable init() {}

  @inlinable func replace(with next: Disposable?) {
    latest?.dispose()
    latest = next
    // It may come too late: while it was being made, somebody called may have disposed of the whole.
    if isDisposed { next?.dispose() }
  }

  @inlinable func dispose() {
    isDisposed = true
    latest?.dispose()
  }
}
