extension Signal {
  /// The last value of each burst, once `interval` has passed without another.
  ///
  ///     source        -1-2-----3----
  ///     debounce(3)   ------2-----3-
  @inlinable public func debounce(_ interval: Duration, on scheduler: any Scheduler) -> Signal {
    Signal { below, observer in
      // What is late comes in by a send of its own.
      let settled = Relay<Value>()
      let downstream = settled.signal.connect(below, observer)
      let timer = SerialDisposable()
      let upstream = connect(nil) { value in
        timer.replace(with: scheduler.schedule(after: interval) { settled.send(value) })
      }
      return Disposable {
        upstream.dispose()
        timer.dispose()
        downstream.dispose()
      }
    }
  }
}
