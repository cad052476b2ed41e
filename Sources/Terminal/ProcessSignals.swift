internal import CNcurses
internal import Glibc

/// The process's signals, from their dispositions as found to its end by one. While a `TerminalSession` is open the
/// event loop hears of them; see rescue.h for which and how.
public nonisolated enum ProcessSignals {
  /// Ends the process by a signal, with its default action, so that the parent sees death by that signal (which a shell
  /// shows as 128 + number). To be called when the session is closed.
  public static func die(by number: Int32) -> Never { signin_signals_die(number) }

  /// Readies what exec(3) hands on: dispositions as found (closing the session did that), and an empty signal mask.
  public static func prepareForExec() {
    signin_signals_restore()
    signin_signals_unblock_all()
  }

  /// A set of signals.
  struct Set {
    fileprivate let bits: UInt64

    func contains(_ number: Int32) -> Bool { bits & (1 << UInt64(number)) != 0 }

    /// The first of those that end the program.
    var ending: Int32? {
      let ending = bits & signin_signals_ending()
      return ending == 0 ? nil : Int32(ending.trailingZeroBitCount)
    }
  }

  /// Sets the handlers, and returns the descriptor that becomes readable when there is something to take.
  static func install() throws(TerminalError) -> Int32 {
    let descriptor = signin_signals_install()
    guard descriptor >= 0 else { throw .unusable(errno: errno) }
    return descriptor
  }

  /// What came since the last call.
  static func take() -> Set { Set(bits: signin_signals_take()) }

  /// Whether an ending signal came, taken or not.
  static var isEnding: Bool { signin_signals_is_ending() != 0 }

  /// Puts the dispositions back as they were found.
  static func restore() { signin_signals_restore() }

  /// Stops the process as Ctrl-Z does, or its whole group; returns when it goes on.
  static func stop(wholeGroup: Bool) { signin_signals_stop(wholeGroup ? 1 : 0) }
}
