extension Signal {
  /// At most one value per `interval`: the first at once, and the last of those that came within the interval when it
  /// ends; that one begins the next interval. So the latest value always arrives. With ``Edge/leading`` values within an
  /// interval are dropped; with ``Edge/trailing`` the first one waits for the end of its interval too.
  ///
  /// As RxSwift's `throttle`, where `latest: true` is ``Edge/both`` and `latest: false` is ``Edge/leading``.
  ///
  ///     source                   -123-----4---
  ///     throttle(3)              -1--3----4---
  ///     throttle(3, .leading)    -1-------4---
  ///     throttle(3, .trailing)   ----3-------4
  @inlinable public func throttle(
    _ interval: Duration, _ edge: Edge = .both, on scheduler: any Scheduler
  ) -> Signal {
    Signal { below, observer in
      // What is late comes in by a send of its own.
      let late = Relay<Value>()
      let downstream = late.signal.connect(below, observer)
      let timer = SerialDisposable()
      let isWithinInterval = State(false)
      let last = State<Value?>(nil)

      @MainActor func beginInterval() {
        isWithinInterval.value = true
        timer.replace(
          with: scheduler.schedule(after: interval) {
            isWithinInterval.value = false
            guard let value = last.value.take() else { return }
            beginInterval()
            late.send(value)
          })
      }

      let upstream = connect(below) { value in
        let isLet = !isWithinInterval.value && edge != .trailing
        if !isLet && edge != .leading { last.value = value }
        if !isWithinInterval.value { beginInterval() }
        if isLet { observer(value) }
      }
      return Disposable {
        upstream.dispose()
        timer.dispose()
        downstream.dispose()
      }
    }
  }
}
