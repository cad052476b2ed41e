extension Scheduler {
  /// The number of intervals that have passed: 0 at once, then 1 more each `interval`, up to `last`. Nothing is
  /// scheduled after that, so a countdown that has ended wakes nobody.
  ///
  ///     ticks(every: 2, through: 3)   0-1-2-3-----
  public func ticks(every interval: Duration, through last: Int = .max) -> Signal<Int> {
    Signal { observer in
      let timer = State<Disposable?>(nil)

      @MainActor func tick(_ count: Int) {
        // Scheduled first: the observer may dispose of the subscription, and with it of the timer.
        timer.value = count < last ? self.schedule(after: interval) { Turn.perform { tick(count + 1) } } : nil
        observer(count)
      }

      tick(0)
      return Disposable { timer.value?.dispose() }
    }
  }
}
