internal import CUnix

/// The thread for work that belongs to no actor: the store and the hashing.
///
/// By default Swift hands such work to libdispatch. After the first use, libdispatch wakes the process every second to
/// check whether it needs more threads. But a program that waits for a key must sleep. If the system has no thread
/// left, libdispatch asks again every second, for ever, on the main thread. So there is one thread, started before
/// there is anything to lose. See Decisions/0024-idle-form.md and Decisions/0045-own-thread.md.
public enum BackgroundWork {
  /// Starts the thread, which takes over all such work. Call this once, before the first task is created and before the
  /// terminal is taken.
  /// - Throws: If the system gives no thread, because too many are running.
  public static func start() throws(SystemError) {
    let number = signin_background_start()
    if number != 0 { throw SystemError(number: number) }
  }
}
