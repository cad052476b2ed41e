public import Secrets

/// What a new password has to be: on screen while it is typed, and once more when the account is added.
///
/// After NIST SP 800-63B, 5.1.1.2: not one of the values known to be common, nor what everybody knows of its owner,
/// here the email; and nothing is asked of the kinds of characters in it. The length is the policy's.
public struct NewPasswordRules: Sendable {
  /// How long it has to be.
  public let policy: PasswordPolicy
  private let common: CommonPasswords

  /// The rules of `policy`, and that a new password is none of `common`.
  public init(policy: PasswordPolicy, common: CommonPasswords) {
    self.policy = policy
    self.common = common
  }

  /// What is wrong with `password` for an account of `email`, which may be half typed; nil when nothing is. Allocates
  /// nothing: it runs on every keystroke.
  public func violation(of password: GuardedText, for email: String) -> PasswordViolation? {
    password.withUTF8 { violation(of: $0, characterCount: password.count, for: email) }
  }

  /// What is wrong with `password` for an account of `email`, nil when nothing is. Of a wiped one nothing can be said;
  /// it cannot be hashed either.
  public func violation(of password: SealedPassword, for email: EmailAddress) -> PasswordViolation? {
    password.withUTF8 { violation(of: $0, characterCount: password.characterCount, for: email.text) } ?? nil
  }

  /// How hard `password` is to guess.
  public func strength(of password: GuardedText) -> PasswordStrength {
    password.withUTF8 { common.contains($0) ? .poor : PasswordStrength(of: $0) }
  }

  private func violation(
    of password: UnsafeBufferPointer<UInt8>, characterCount: Int, for email: String
  ) -> PasswordViolation? {
    if let violation = policy.violation(characterCount: characterCount) { return violation }
    var email = email
    if email.withUTF8({ Self.isPart(password, of: $0) }) { return .partOfEmail }
    return common.contains(password) ? .common : nil
  }

  /// Whether `password` is, in whatever case, what stands between two marks or ends of `email`: all of
  /// it, the name or the domain, or a word of either. A mark is all but letters and digits.
  private static func isPart(_ password: UnsafeBufferPointer<UInt8>, of email: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !password.isEmpty, password.count <= email.count else { return false }
    return (0...email.count - password.count).contains { start in
      let end = start + password.count
      return (start == 0 || !email[start - 1].isASCIILetterOrDigit)
        && (end == email.count || !email[end].isASCIILetterOrDigit)
        && password.elementsEqual(email[start..<end]) { $0.lowercasedASCII == $1.lowercasedASCII }
    }
  }
}
