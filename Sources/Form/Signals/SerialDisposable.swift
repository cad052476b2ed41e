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
