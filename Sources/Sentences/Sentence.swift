/// The sentences that the form, the line-by-line dialogue and the commands share.
public enum Sentence {
  /// Says that an email breaks the rule.
  public static var emailNotValid: String { translated("Entered email is not valid.") }

  /// Says that a sign-in was refused, without saying which of the two was wrong.
  public static var wrongEmailOrPassword: String { translated("Wrong email or password.") }

  /// Says for how many seconds the throttle blocks.
  public static func tooManyAttempts(seconds: Int) -> String {
    translated("Too many attempts. Try again in {seconds} s.", ["seconds": String(seconds)])
  }

  /// Says that an administrator must clear the failed attempts.
  public static var attemptsDisabled: String {
    translated("Too many failed attempts. Ask an administrator to clear them.")
  }
}
