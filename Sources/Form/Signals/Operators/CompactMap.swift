extension Signal {
  /// Each value, transformed, unless the result is nil.
  ///
  ///     source            --1--x--3--
  ///     compactMap(Int)   --1-----3--
  @inlinable public func compactMap<Output>(_ transform: @escaping (Value) -> Output?) -> Signal<Output> {
    Signal<Output> { below, observer in
      connect(below) { value in
        if let output = transform(value) { observer(output) }
      }
    }
  }
}
