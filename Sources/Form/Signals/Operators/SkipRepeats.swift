extension Signal where Value: Equatable {
  /// The values that differ from the value before.
  ///
  ///     source          --1--1--2--2--1--
  ///     skipRepeats()   --1-----2-----1--
  @inlinable public func skipRepeats() -> Signal {
    Signal { below, observer in
      let last = State<Value?>(nil)
      return connect(below) { value in
        guard value != last.value else { return }
        last.value = value
        observer(value)
      }
    }
  }
}
