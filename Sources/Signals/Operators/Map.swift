extension Signal {
  /// Each value, transformed.
  ///
  ///     source      --1--2--3--
  ///     map(* 10)   --a--b--c--     a: 10, b: 20, c: 30
  @inlinable public func map<Output>(_ transform: @escaping (Value) -> Output) -> Signal<Output> {
    Signal<Output>(rank: rank) { observer in
      connect { observer(transform($0)) }
    }
  }
}
