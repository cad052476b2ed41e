internal import CUnix
internal import Glibc

/// The process's signals, from their dispositions as found to its end by one. From `install` to `restore` a `RunLoop` hears
/// of them; see rescue.h for which and how.
public enum ProcessSignals {
  /// Ends the process by a signal, with its default action, so that the parent sees death by that signal (which a shell
  /// shows as 128 + number). To be called when the terminal is given back.
  public static func die(by number: Int32) -> Never { signin_signals_die(number) }

  /// Readies what exec(3) hands on: dispositions as found (`restore` did that if it was called), and an empty signal mask.
  public static func prepareForExec() {
    signin_signals_restore()
    signin_signals_unblock_all()
  }

  /// A set of signals.
  public struct Set {
    fileprivate let bits: UInt64

    /// Whether a signal is in it.
    public func contains(_ number: Int32) -> Bool { bits & (1 << UInt64(number)) != 0 }

    /// The first of those that end the program.
    var ending: Int32? {
      let ending = bits & signin_signals_ending()
      return ending == 0 ? nil : Int32(ending.trailingZeroBitCount)
    }
  }

  /// Sets the handlers, and returns the descriptor that becomes readable when there is something to take.
  public static func install() throws(SystemError) -> Int32 {
    let descriptor = signin_signals_install()
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    return descriptor
  }

  /// What came since the last call.
  static func take() -> Set { Set(bits: signin_signals_take()) }

  /// Whether an ending signal came, taken or not.
  public static var isEnding: Bool { signin_signals_is_ending() != 0 }

  /// Puts the dispositions back as they were found.
  public static func restore() { signin_signals_restore() }

  /// Stops the process as Ctrl-Z does, or its whole group; returns when it goes on.
  public static func stop(wholeGroup: Bool) { signin_signals_stop(wholeGroup ? 1 : 0) }
}
