extension Signal {
  /// The values after the first `count`.
  ///
  ///     source    --1--2--3--4--
  ///     skip(2)   --------3--4--
  @inlinable public func skip(_ count: Int) -> Signal {
    Signal { below, observer in
      let left = State(count)
      return connect(below) { value in
        if left.value > 0 { left.value -= 1 } else { observer(value) }
      }
    }
  }
}
