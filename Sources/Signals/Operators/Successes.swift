extension Signal {
  /// The values of the successes. Each failure is given to `handle`, where a ``Relay`` may wait for it.
  ///
  ///     source                                      --1--E--2--
  ///     errors                                      -----E-----
  ///     successes(onFailure: { errors.send($0) })   --1-----2--
  @inlinable public func successes<Success, Failure>(
    onFailure handle: @escaping (Failure) -> Void
  ) -> Signal<Success> where Value == Result<Success, Failure> {
    compactMap { result in
      switch result {
      case .success(let value):
        return value
      case .failure(let error):
        handle(error)
        return nil
      }
    }
  }
}
