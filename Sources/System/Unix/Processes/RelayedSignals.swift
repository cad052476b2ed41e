internal import CUnix
internal import Glibc

/// The signals that a program passes on to the command behind it. See pty.h.
public struct RelayedSignals {
  /// The descriptor that becomes readable when a signal came.
  public let descriptor: Int32

  /// Blocks the signals until the process ends, so that they reach this descriptor only. Then sets the handlers for
  /// crashes. Call this on the main thread.
  public init() throws(SystemError) {
    descriptor = signin_relay_signals()
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    // The handlers for the signals above never run, as these are blocked.
    _ = try ProcessSignals.install()
  }

  /// Returns the next signal; nil if there is none.
  public func next() -> Int32? {
    let number = signin_relay_next_signal(descriptor)
    return number == 0 ? nil : number
  }

  /// Stops this process and its group, with the default action of the signal. Returns when they continue, or at once if
  /// no shell could continue them.
  public func stop(by number: Int32) { signin_relay_stop(number) }
}
