extension RunLoop {
  /// Waits without a thread.
  public func wait(_ pause: Duration) async {
    await withCheckedContinuation { waiting in
      _ = timers.add(after: pause) { waiting.resume() }
    }
  }
}
