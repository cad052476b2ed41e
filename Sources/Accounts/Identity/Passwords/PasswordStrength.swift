/// An estimate of how hard a password is to guess. It is a hint for the user, never a rule: only ``NewPasswordRules``
/// refuse a password. NIST SP 800-63B-4, 3.1.1.2, asks for help with choosing a strong password, and forbids rules about
/// the kinds of its characters.
///
/// The levels are the scores of zxcvbn (Wheeler, USENIX Security 2016), by the number of guesses.
public enum PasswordStrength: Int, Sendable, Hashable, CaseIterable {
  /// Fewer than 10³ guesses.
  case poor
  /// Fewer than 10⁶ guesses: found even where attempts are throttled a little.
  case weak
  /// Fewer than 10⁸ guesses: safe where attempts are throttled.
  case fair
  /// Fewer than 10¹⁰ guesses: safe for a while even from an attacker who has its hash.
  case good
  /// Not found by guessing.
  case strong

  /// - Parameter guesses: The decimal logarithm of the number of guesses that find the password.
  init(guesses: Double) {
    // A few guesses more than a power of ten are no strength: a random password of six characters takes 10⁶ of them.
    let little = 0.003
    self =
      switch guesses - little {
      case ..<3: .poor
      case ..<6: .weak
      case ..<8: .fair
      case ..<10: .good
      default: .strong
      }
  }
}
