extension Scheduler {
  /// The number of intervals that have passed: 0 at once, then 1 more after each `interval`, up to `last`. After `last`
  /// nothing is scheduled, so a finished countdown wakes nothing.
  ///
  ///     ticks(every: 2, through: 3)   0-1-2-3-----
  public func ticks(every interval: Duration, through last: Int = .max) -> Signal<Int> {
    Signal { below, observer in
      let late = Relay<Int>()
      let downstream = late.signal.connect(below, observer)
      let timer = SerialDisposable()

      @MainActor func schedule(_ count: Int) {
        guard count <= last else { return }
        timer.replace(
          with: self.schedule(after: interval) {
            schedule(count + 1)
            late.send(count)
          })
      }

      schedule(1)
      observer(0)
      return Disposable {
        timer.dispose()
        downstream.dispose()
      }
    }
  }
}
