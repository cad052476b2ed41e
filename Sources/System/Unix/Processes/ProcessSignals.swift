internal import CUnix
internal import Glibc

/// The process's signals, from their dispositions as found to the end of the process by a signal. From `install` to
/// `restore`, a `RunLoop` receives them. rescue.h lists them.
public enum ProcessSignals {
  /// Ends the process by a signal, with its default action, so that the parent sees death by that signal (a shell shows
  /// 128 + number). Call this after the terminal is given back.
  public static func die(by number: Int32) -> Never { signin_signals_die(number) }

  /// Prepares what exec(3) passes on: the dispositions as found (which `restore` may have set already), and no blocked
  /// signals.
  public static func prepareForExec() {
    signin_signals_restore()
    signin_crashes_restore()
    signin_signals_unblock_all()
  }

  /// A set of signals.
  public struct Set {
    fileprivate let bits: UInt64

    /// Whether the set contains a signal.
    public func contains(_ number: Int32) -> Bool { bits & (1 << UInt64(number)) != 0 }

    /// The first signal of the set that ends the program.
    var ending: Int32? {
      let ending = bits & signin_signals_ending()
      return ending == 0 ? nil : Int32(ending.trailingZeroBitCount)
    }
  }

  /// Sets the handlers. Returns the descriptor that becomes readable when a signal can be taken.
  public static func install() throws(SystemError) -> Int32 {
    let descriptor = signin_signals_install()
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    return descriptor
  }

  /// For a service: from now on SIGHUP does not end the program, because it reads its settings again then, and the program
  /// has a minute to end in order, because hashes are under way. Call this after ``install()``.
  public static func serve() { signin_signals_serve() }

  /// Ignores all signals that would end or stop the process, but those of `kept`, faults, and those that can't be
  /// ignored. Call this before `install`, which leaves them so.
  public static func ignore(allBut kept: [Int32]) {
    // These neither end nor stop a process by default.
    let harmless = [SIGCHLD, SIGCONT, SIGWINCH, SIGURG]
    for number in 1...Int32(64) where !(kept + faults + harmless).contains(number) { signal(number, SIG_IGN) }
  }

  /// The signals of faults.
  static let faults = [SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS]

  /// Returns the signals that came since the last call.
  static func take() -> Set { Set(bits: signin_signals_take()) }

  /// Whether an ending signal came, taken or not.
  public static var isEnding: Bool { signin_signals_is_ending() != 0 }

  /// Restores the dispositions as found.
  public static func restore() { signin_signals_restore() }

  /// Stops the process, or its whole group, as Ctrl-Z does. Returns when the process continues.
  public static func stop(wholeGroup: Bool) { signin_signals_stop(wholeGroup ? 1 : 0) }
}
