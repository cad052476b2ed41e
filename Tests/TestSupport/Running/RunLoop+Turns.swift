public import Unix

extension RunLoop {
  /// Turns, and lets the main actor's other work run, until it is done or hope is lost.
  @MainActor public func turn(until isDone: () -> Bool, atMost turns: Int = 20_000) async {
    for _ in 0..<turns {
      _ = timers.add(after: .milliseconds(1)) { [self] in stop() }
      _ = run()
      for _ in 0..<5 { await Task.yield() }
      if isDone() { return }
    }
  }

  /// The same for a loop whose clock stands: each turn takes only the events that are there.
  @MainActor public func step(until isDone: () -> Bool, atMost turns: Int = 20_000) async {
    for _ in 0..<turns {
      afterEvents { [self] in stop() }
      _ = run()
      if isDone() { return }
      // What other threads do takes time.
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Turns until the task is done. Nil if it never is.
  @MainActor public func value<Value: Sendable>(of task: Task<Value, Never>) async -> Value? {
    var value: Value?
    Task { value = await task.value }
    await turn(until: { value != nil })
    return value
  }
}
