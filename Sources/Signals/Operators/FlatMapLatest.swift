extension Signal {
  /// The values of the signal made of the latest value; the earlier one is left.
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

  /// What the asynchronous work started for the latest value comes to. The next value, or disposal, cancels the task; what
  /// that still comes to never arrives, and a task that has not begun by then never does.
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
          // The task runs on the main actor, so nobody can cancel it between this question and the delivery.
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

  /// The same of work that may fail: an error becomes a value.
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
