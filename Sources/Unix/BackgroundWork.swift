internal import CUnix

/// The thread for work that belongs to no actor: the store, the hashing.
///
/// Swift hands such work to libdispatch's global queues, and libdispatch watches those: once one was used a timer wakes the
/// process every second until it ends, to see whether more threads are wanted. A program that waits for a key has to sleep.
/// And where the system has no thread left to give, libdispatch asks again every second, for ever, on the main thread. So
/// there is one thread, started while there is nothing to lose yet.
public enum BackgroundWork {
  /// Starts the thread, which takes over all such work. To be called once, before the first task is made and before the
  /// terminal is taken.
  /// - Throws: When the system gives no thread: too many run already.
  public static func start() throws(SystemError) {
    let number = signin_background_start()
    if number != 0 { throw SystemError(number: number) }
  }
}
