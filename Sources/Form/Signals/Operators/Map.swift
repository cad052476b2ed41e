extension Signal {
  /// Each value, transformed.
  ///
  ///     source      --1--2--3--
  ///     map(* 10)   --a--b--c--   a: 10, b: 20, c: 30
  @inlinable public func map<Output>(_ transform: @escaping (Value) -> Output) -> Signal<Output> {
    Signal<Output> { below, observer in
      connect(below) { observer(transform($0)) }
    }
  }
}
