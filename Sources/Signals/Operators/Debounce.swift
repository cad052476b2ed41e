extension Signal {
  /// The last value of each burst, once `interval` has passed without another.
  ///
  ///     source        -1-2-----3----
  ///     debounce(3)   ------2-----3-
  @inlinable public func debounce(_ interval: Duration, on scheduler: any Scheduler) -> Signal {
    Signal { observer in
      var timer: Disposable?
      let upstream = connect { value in
        timer?.dispose()
        timer = scheduler.schedule(after: interval) { Turn.perform { observer(value) } }
      }
      return Disposable {
        timer?.dispose()
        upstream.dispose()
      }
    }
  }
}
