public import Secrets

/// The rules for a new password. They are checked on screen while the user types, and again when the account is added.
///
/// They follow NIST SP 800-63B, 5.1.1.2. The password must not be a common one, nor a well-known fact about its owner,
/// here the email. No kinds of characters are required. The length comes from the policy.
public struct NewPasswordRules: Sendable {
  /// The policy for the length.
  public let policy: PasswordPolicy
  private let common: WordList
  private let words: WordList

  /// The rules of `policy`, and the rule that a new password must not be in `common`.
  /// - Parameter words: Ordinary words, which make a password weak. Only the estimate of its strength looks at them.
  public init(policy: PasswordPolicy, common: WordList, words: WordList = WordList(sortedLines: [])) {
    self.policy = policy
    self.common = common
    self.words = words
  }

  /// Returns the rule that `password` breaks for an account of `email`, or nil if none. `email` may be half typed.
  /// Allocates nothing, because it runs on every keystroke.
  public func violation(of password: GuardedText, for email: String) -> PasswordViolation? {
    password.withUTF8 { violation(of: $0, characterCount: password.count, for: email) }
  }

  /// Returns the rule that `password` breaks for an account of `email`, or nil if none. A wiped password breaks none,
  /// but cannot be hashed either.
  public func violation(of password: SealedPassword, for email: EmailAddress) -> PasswordViolation? {
    password.withUTF8 { violation(of: $0, characterCount: password.characterCount, for: email.text) } ?? nil
  }

  /// Estimates how hard `password` is to guess for an attacker who has the email of its owner. `email` may be half
  /// typed.
  public func strength(of password: GuardedText, for email: String) -> PasswordStrength {
    var email = email
    return password.withUTF8 { password in
      if common.contains(password) { return .poor }
      return email.withUTF8 { PasswordStrength(guesses: PasswordGuesses(password, in: (common, words), for: $0).all) }
    }
  }

  private func violation(
    of password: UnsafeBufferPointer<UInt8>, characterCount: Int, for email: String
  ) -> PasswordViolation? {
    if let violation = policy.violation(characterCount: characterCount) { return violation }
    var email = email
    if email.withUTF8({ Self.isPart(password, of: $0) }) { return .partOfEmail }
    return common.contains(password) ? .common : nil
  }

  /// Whether `password` is a part of `email` between two marks or ends, in any case of letters. Such a part is all of
  /// it, the name or the domain, or a word of either. A mark is any character except letters and digits.
  static func isPart(_ password: UnsafeBufferPointer<UInt8>, of email: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !password.isEmpty, password.count <= email.count else { return false }
    return (0...email.count - password.count).contains { start in
      let end = start + password.count
      return (start == 0 || !email[start - 1].isASCIILetterOrDigit)
        && (end == email.count || !email[end].isASCIILetterOrDigit)
        && password.elementsEqual(email[start..<end]) { $0.lowercasedASCII == $1.lowercasedASCII }
    }
  }
}

extension AccountAdministration {
  /// Returns the hash of a new password. First it records `policy`, under which the password was accepted, in the
  /// store, so that its owner can sign in even if the policy changes.
  func hash(
    ofNew password: SealedPassword, by argon2id: Argon2id, under policy: PasswordPolicy
  ) async throws(StoreError) -> PasswordHash {
    let hash = try await hashing(argon2id.cost.memoryKiB) { () throws(HashingError) in
      try argon2id.hash(password)
    }
    _ = try await widestPasswordLength(including: policy.length)
    return hash
  }
}
