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
    Signal(rank: rank) { observer in
      var timer: Disposable?
      var last: Value?

      @MainActor func startInterval() {
        timer = scheduler.schedule(after: interval) {
          timer = nil
          guard let value = last.take() else { return }
          startInterval()
          Turn.perform { observer(value) }
        }
      }

      let upstream = connect { value in
        if timer == nil {
          startInterval()
          observer(value)
        } else if end == .emitsLast {
          last = value
        }
      }
      return Disposable {
        timer?.dispose()
        upstream.dispose()
      }
    }
  }
}
