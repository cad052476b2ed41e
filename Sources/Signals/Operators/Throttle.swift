/// Which value of an interval `throttle` lets through besides the first one.
public enum ThrottleEnd {
  /// None: the values within the interval are dropped, as with Rx's `throttleFirst`.
  case dropsRest
  /// The last one, when the interval ends; it starts the next interval. So the latest value always arrives.
  case emitsLast
}

extension Signal {
  /// A value at once, then at most one per `interval`.
  ///
  ///     source                    -12-3-----4-
  ///     throttle(3, .emitsLast)   -1--3-----4-
  ///     throttle(3, .dropsRest)   -1--------4-
  @inlinable public func throttle(
    _ interval: Duration, _ end: ThrottleEnd = .emitsLast, on scheduler: any Scheduler
  ) -> Signal {
    Signal { below, observer in
      // What is late comes in by a send of its own.
      let late = Relay<Value>()
      let downstream = late.signal.connect(below, observer)
      let timer = SerialDisposable()
      var isWithinInterval = false
      var last: Value?

      @MainActor func startInterval() {
        isWithinInterval = true
        timer.replace(
          with: scheduler.schedule(after: interval) {
            isWithinInterval = false
            guard let value = last.take() else { return }
            startInterval()
            late.send(value)
          })
      }

      let upstream = connect(below) { value in
        if !isWithinInterval {
          startInterval()
          observer(value)
        } else if end == .emitsLast {
          last = value
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
