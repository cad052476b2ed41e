internal import Glibc
public import Identity

/// The sentences that the form, the line-by-line dialogue and the commands share.
public enum Sentence {
  /// Says that an email breaks the rule.
  public static var emailNotValid: String { translated("Entered email is not valid.") }

  /// Says that an email breaks the rule, and why if that is known.
  public static func emailNotValid(_ fault: EmailFault?) -> String {
    emailNotValid + (fault.map { " " + $0.sentence } ?? "")
  }

  /// Says that a sign-in was refused, without saying which of the two was wrong.
  public static var wrongEmailOrPassword: String { translated("Wrong email or password.") }

  /// The same for a user name.
  public static var wrongUserNameOrPassword: String { translated("Wrong user name or password.") }

  /// Says that nobody can have that user name.
  public static var userNameNotValid: String { translated("That user name is too long.") }

  /// Says that the throttle blocks, and for how many seconds.
  public static func tooManyAttempts(seconds: Int) -> String {
    translated("Too many attempts.") + " " + tryAgain(inSeconds: seconds)
  }

  /// Says how long to wait: `Try again in 1 min 4 s.`
  public static func tryAgain(inSeconds seconds: Int) -> String {
    seconds < 60
      ? translated("Try again in {seconds} s.", ["seconds": String(seconds)])
      : translated(
        "Try again in {minutes} min {seconds} s.", ["minutes": String(seconds / 60), "seconds": String(seconds % 60)])
  }

  /// Says that an administrator must clear the failed attempts.
  public static var attemptsDisabled: String {
    translated("Too many failed attempts. Ask an administrator to clear them.")
  }

  /// Says that a code was wrong.
  public static var wrongCode: String { translated("Wrong code. Enter the one your app shows now.") }

  /// Says that a right code was used before.
  public static var usedCode: String { translated("This code has already been used. Wait for the next one.") }

  /// Says that only a recovery code helps.
  public static var codesLocked: String { translated("Too many wrong codes. Enter a recovery code.") }

  /// Says that the key of the codes is missing.
  public static var codesUnavailable: String { translated("Codes can't be checked now. Enter a recovery code.") }

  /// Says that a recovery code was wrong.
  public static var wrongRecoveryCode: String { translated("The recovery code is wrong. Each works once.") }

  /// Says how few recovery codes are left, behind the use of one.
  public static func recoveryCodesLeft(_ count: Int) -> String {
    count == 0
      ? translated("That was your last recovery code. Make new ones with N on the account page.")
      : translated(
        counting: count, "You have {count} recovery code left. Make new ones with N on the account page.",
        "You have {count} recovery codes left. Make new ones with N on the account page.")
  }

  /// Says in how many whole days the password ends; 0 for less than one.
  public static func passwordEnds(inDays days: Int) -> String {
    days <= 0
      ? translated("Your password expires in less than a day.")
      : translated(counting: days, "Your password expires in {count} day.", "Your password expires in {count} days.")
  }

  /// Says that signing in needs an answer that cannot be asked for here.
  public static var furtherStep: String {
    translated("Signing in to this account takes another step, which can't be shown here.")
  }

  /// Says that the password of a user name has expired, and what to do.
  public static var passwordExpired: String {
    translated("Your password has expired. Change it with passwd at another login.")
  }

  /// Says that only accounts with a second step may sign in here.
  public static var secondStepMissing: String {
    translated("This needs two-step sign-in, which your account doesn't have. Run signin and press F6.")
  }
}

/// The C library's text for an `errno`, in the language of the locale.
public func systemError(_ number: Int32) -> String {
  String(cString: strerror(number))
}
