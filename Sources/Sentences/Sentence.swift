/// What the form, the dialogue line by line and the commands say in the same words.
public enum Sentence {
  /// An email breaks the rule.
  public static var emailNotValid: String { translated("Entered email is not valid.") }

  /// Refused; nobody is told which of the two was wrong.
  public static var wrongEmailOrPassword: String { translated("Wrong email or password.") }

  /// Blocked by the throttle for that many seconds.
  public static func tooManyAttempts(seconds: Int) -> String {
    translated("Too many attempts. Try again in {seconds} s.", ["seconds": String(seconds)])
  }
}
