import Sentences

/// How the program ends, as scripts see it. The numbers below 80 are those of sysexits.h.
enum ExitStatus: Int32, CaseIterable {
  /// Signed in, or whatever else was asked for is done.
  case success = 0
  /// Somebody left the form.
  case cancelled = 1
  /// Wrong usage of the command line.
  case usage = 64
  /// What was given is not acceptable: the account exists, the password breaks the policy.
  case unacceptable = 65
  /// No terminal, or nothing on standard input.
  case noInput = 66
  /// The store cannot be reached.
  case unavailable = 69
  /// Reading or writing failed.
  case inputOutput = 74
  /// Blocked by the throttle, where there is no screen to wait at.
  case throttled = 75
  /// Refused: wrong email or password, too many attempts, a token that is not valid.
  case refused = 77
  /// The configuration is wrong.
  case configuration = 78
  /// Nobody came.
  case timedOut = 124
  /// The command behind the form cannot be run, or was not found.
  case commandNotRunnable = 126
  case commandNotFound = 127

  /// What it tells whoever reads the help.
  var meaning: String {
    switch self {
    case .success: translated("Signed in, or done.")
    case .cancelled: translated("Cancelled.")
    case .usage: translated("Invalid command line.")
    case .unacceptable: translated("Invalid input, such as a password that breaks the rules.")
    case .noInput: translated("No terminal, or no input.")
    case .unavailable: translated("The store can't be reached.")
    case .inputOutput: translated("Reading or writing failed.")
    case .throttled: translated("Too many attempts (only without a screen).")
    case .refused: translated("Refused: wrong email or password, or invalid token.")
    case .configuration: translated("The configuration is wrong, or there are no accounts.")
    case .timedOut: translated("Timed out.")
    case .commandNotRunnable: translated("COMMAND can't be run.")
    case .commandNotFound: translated("COMMAND wasn't found.")
    }
  }
}
