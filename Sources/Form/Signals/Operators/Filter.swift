extension Signal {
  /// The values that `isIncluded` accepts.
  ///
  ///     source         --1--2--3--4--
  ///     filter(even)   -----2-----4--
  @inlinable public func filter(_ isIncluded: @escaping (Value) -> Bool) -> Signal {
    Signal { below, observer in
      connect(below) { value in
        if isIncluded(value) { observer(value) }
      }
    }
  }
}
