extension Signal {
  /// The last value of each burst, sent when the burst ends. A burst ends when `interval` has passed without a value.
  ///
  /// Rx and Combine: `debounce`.
  ///
  ///     source        -1-2-----3----
  ///     debounce(3)   ------2-----3-
  @inlinable public func debounce(_ interval: Duration, on scheduler: any Scheduler) -> Signal {
    Signal { below, observer in
      // A late value has no turn to arrive in, so it is sent in one of its own.
      let late = Relay<Value>()
      let downstream = late.signal.connect(below, observer)
      let timer = SerialDisposable()
      let upstream = connect(below) { value in
        timer.replace(with: scheduler.schedule(after: interval) { late.send(value) })
      }
      return Disposable {
        upstream.dispose()
        timer.dispose()
        downstream.dispose()
      }
    }
  }
}
