extension Signal {
  /// `value` at once, then the values of the source.
  ///
  ///     source         --1--2--
  ///     startWith(0)   0-1--2--
  @inlinable public func startWith(_ value: Value) -> Signal {
    Signal { below, observer in
      observer(value)
      return connect(below, observer)
    }
  }
}
