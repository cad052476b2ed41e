extension Signal {
  /// The values of the signal made from the latest value. The signal before it is disposed of.
  ///
  ///     source          --a-------b------
  ///     a               --1--1--1--1--1--
  ///     b               ----2--2--2--2--2
  ///     flatMapLatest   --1--1--1-2--2--2
  @inlinable public func flatMapLatest<Output>(_ transform: @escaping (Value) -> Signal<Output>) -> Signal<Output> {
    Signal<Output> { below, observer in
      let inner = SerialDisposable()
      let outer = connect(below) { value in
        inner.replace(with: transform(value).connect(below, observer))
      }
      return Disposable {
        outer.dispose()
        inner.dispose()
      }
    }
  }

  /// The result of the asynchronous work for the latest value.
  ///
  /// The next value, or disposal, cancels the task. The result of a cancelled task never arrives, and work that has not
  /// begun by then never begins.
  ///
  ///     source          --a-----b--------
  ///     work(a)         ----------1------
  ///     work(b)         -------------2---
  ///     flatMapLatest   -------------2---
  @inlinable public func flatMapLatest<Output>(
    _ work: @escaping @MainActor (Value) async -> Output
  ) -> Signal<Output> {
    Signal<Output> { below, observer in
      let outputs = Relay<Output>()
      let downstream = outputs.signal.connect(below, observer)
      let latest = SerialDisposable()
      let upstream = connect(nil) { value in
        let task = Task {
          guard !Task.isCancelled else { return }
          let output = await work(value)
          // The task runs on the main actor, so it cannot be cancelled between this check and the delivery.
          if !Task.isCancelled { outputs.send(output) }
        }
        latest.replace(with: Disposable { task.cancel() })
      }
      return Disposable {
        upstream.dispose()
        latest.dispose()
        downstream.dispose()
      }
    }
  }

  /// The result of asynchronous work that may fail. An error becomes a value.
  @inlinable public func flatMapLatest<Output, Failure: Error>(
    _ work: @escaping @MainActor (Value) async throws(Failure) -> Output
  ) -> Signal<Result<Output, Failure>> {
    flatMapLatest { value async -> Result<Output, Failure> in
      do throws(Failure) {
        return .success(try await work(value))
      } catch {
        return .failure(error)
      }
    }
  }
}
