extension Signal {
  /// The running result: `next` combines the result so far, at first `initial`, with each value.
  ///
  ///     source       --1--2--3--
  ///     scan(0, +)   --1--3--6--
  @inlinable public func scan<Result>(_ initial: Result, _ next: @escaping (Result, Value) -> Result) -> Signal<Result>
  {
    Signal<Result> { below, observer in
      let result = State(initial)
      return connect(below) { value in
        result.value = next(result.value, value)
        observer(result.value)
      }
    }
  }
}
