extension Signal {
  /// At most one value per `interval`: the first at once, and the last value within the interval when it ends.
  ///
  /// A value sent at the end begins the next interval, so the latest value always arrives. With ``Edge/leading``,
  /// values within an interval are dropped. With ``Edge/trailing``, the first value waits for the end of its interval
  /// too.
  ///
  /// RxSwift's `throttle` is the same: `latest: true` is ``Edge/both``, and `latest: false` is ``Edge/leading``.
  ///
  ///     source                   -123-----4---
  ///     throttle(3)              -1--3----4---
  ///     throttle(3, .leading)    -1-------4---
  ///     throttle(3, .trailing)   ----3-------4
  @inlinable public func throttle(
    _ interval: Duration, _ edge: Edge = .both, on scheduler: any Scheduler
  ) -> Signal {
    Signal { below, observer in
      // A late value has no turn to arrive in, so it is sent in one of its own.
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
