extension Signal {
  /// The last value of each burst, sent when the burst ends. A burst ends when `interval` has passed without a value.
  ///
  /// With ``Edge/leading`` it sends the first value of a burst, at once. With ``Edge/both`` it sends the first value at
  /// once, and the last one at the end if there were several.
  ///
  /// Rx and Combine have the same `debounce`, but with the trailing edge only.
  ///
  ///     source                  -1-2-----3----
  ///     debounce(3)             ------2-----3-
  ///     debounce(3, .leading)   -1-------3----
  ///     debounce(3, .both)      -1----2--3----
  @inlinable public func debounce(
    _ interval: Duration, _ edge: Edge = .trailing, on scheduler: any Scheduler
  ) -> Signal {
    Signal { below, observer in
      // A late value has no turn to arrive in, so it is sent in one of its own.
      let late = Relay<Value>()
      let downstream = late.signal.connect(below, observer)
      let timer = SerialDisposable()
      let isQuiet = State(true)
      let last = State<Value?>(nil)
      let upstream = connect(below) { value in
        let isLet = isQuiet.value && edge != .trailing
        isQuiet.value = false
        if !isLet && edge != .leading { last.value = value }
        timer.replace(
          with: scheduler.schedule(after: interval) {
            isQuiet.value = true
            if let value = last.value.take() { late.send(value) }
          })
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
