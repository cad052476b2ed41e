internal import CUnix
internal import Glibc

/// A guard of a program that must not end by accident; see guard.h.
public enum ProcessGuard {
  /// Stays behind as the guard, and returns in a fork, and again in another one whenever a fork has died. Call this before
  /// the first thread, and before anything secret is read.
  /// - Throws: If there can't be a guard.
  public static func begin() throws(SystemError) {
    guard signin_guard() == 0 else { throw SystemError(number: errno) }
  }

  /// From now on the guard ends only if this program exits with 0, or by SIGHUP and SIGTERM.
  public static func hold() { signin_guard_holds() }

  /// Whether that was said, by this fork or by one before.
  public static var isHolding: Bool { signin_guard_is_holding() != 0 }
}
