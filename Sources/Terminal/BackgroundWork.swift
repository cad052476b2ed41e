internal import CNcurses

/// The thread for work that belongs to no actor: the store, the hashing.
///
/// Swift hands such work to libdispatch's global queues, and libdispatch watches those: once one was used a timer wakes the
/// process every second until it ends, to see whether more threads are wanted. A program that waits for a key has to sleep.
/// So the work goes to one serial queue, which is not watched, and whose thread ends when it has been idle for five seconds.
public nonisolated enum BackgroundWork {
  /// Takes over all such work. To be called once, before the first task is made.
  public static func prepare() { signin_background_install() }
}
