extension Signal {
  /// The value of each success, and the result of `recovery` for each failure. The signal goes on after a failure.
  ///
  ///     source               --1--E--2--
  ///     recover { _ in 0 }   --1--0--2--
  @inlinable public func recover<Success, Failure>(
    _ recovery: @escaping (Failure) -> Success
  ) -> Signal<Success> where Value == Result<Success, Failure> {
    map { result in
      switch result {
      case .success(let value): value
      case .failure(let error): recovery(error)
      }
    }
  }
}
