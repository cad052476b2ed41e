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

  /// The result of the asynchronous work started for the latest value. The next value, or disposal, cancels the task;
  /// a result that it still brings never arrives, and a task that has not begun by then never does. An error becomes a
  /// value.
  ///
  ///     source          --a-----b--------
  ///     work(a)         ----------1------
  ///     work(b)         -------------2---
  ///     flatMapLatest   -------------2---
  @inlinable public func flatMapLatest<Output, Failure: Error>(
    _ work: @escaping @MainActor (Value) async throws(Failure) -> Output
  ) -> Signal<Result<Output, Failure>> {
    Signal<Result<Output, Failure>> { below, observer in
      let results = Relay<Result<Output, Failure>>()
      let downstream = results.signal.connect(below, observer)
      let latest = SerialDisposable()
      let upstream = connect(nil) { value in
        let task = Task {
          guard !Task.isCancelled else { return }
          let result: Result<Output, Failure>
          do throws(Failure) {
            result = .success(try await work(value))
          } catch {
            result = .failure(error)
          }
          // The task runs on the main actor, so nobody can cancel it between this question and the delivery.
          if !Task.isCancelled { results.send(result) }
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
}
