/// The program's exit statuses, for scripts. The numbers below 80 come from sysexits.h.
package enum ExitStatus: Int32, CaseIterable {
  /// Signed in, or the command is done.
  case success = 0
  /// The user left the form.
  case cancelled = 1
  /// Wrong usage of the command line.
  case usage = 64
  /// The input is not acceptable: the account exists, or the password breaks the policy.
  case unacceptable = 65
  /// No terminal, or nothing on standard input.
  case noInput = 66
  /// The store, the journal or a program of ours cannot be used.
  case unavailable = 69
  /// Reading or writing failed.
  case inputOutput = 74
  /// Blocked by the throttle, without a screen to wait at.
  case throttled = 75
  /// Signing in takes a further step, which nothing can be asked for here.
  case stepNeeded = 76
  /// Refused: wrong email or password, too many attempts, or an invalid token.
  case refused = 77
  /// The settings are wrong, others could change the store, or it has no accounts.
  case configuration = 78
  /// The form timed out.
  case timedOut = 124
  /// The command behind the form cannot be run, or was not found.
  case commandNotRunnable = 126
  case commandNotFound = 127
}
