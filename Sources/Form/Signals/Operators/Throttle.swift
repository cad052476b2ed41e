extension Signal {
  /// At most one value per `interval`: the first at once, and the last value within the interval when it ends.
  ///
  /// A value sent at the end begins the next interval, so the latest value always arrives. RxSwift and Combine:
  /// `throttle(latest: true)`.
  ///
  ///     source        -123-----4---
  ///     throttle(3)   -1--3----4---
  @inlinable public func throttle(_ interval: Duration, on scheduler: any Scheduler) -> Signal {
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
        if isWithinInterval.value {
          last.value = value
        } else {
          beginInterval()
          observer(value)
        }
      }
      return Disposable {
        upstream.dispose()
        timer.dispose()
        downstream.dispose()
      }
    }
  }
}
