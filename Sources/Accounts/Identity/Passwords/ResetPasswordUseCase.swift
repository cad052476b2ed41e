public import Secrets

/// Gives an account another password without the current one, for an administrator. Access to the store gives the right
/// to do this. The account's sessions end. A locked account stays locked.
public struct ResetPasswordUseCase: Sendable {
  private let accounts: any AccountAdministration
  private let source: AttemptSource
  private let argon2id: Argon2id
  private let rules: NewPasswordRules

  /// - Parameters:
  ///   - accounts: The store of the account.
  ///   - source: The source of the row in the log.
  ///   - argon2id: Makes the new hash.
  ///   - rules: The rules for the new password.
  public init(accounts: any AccountAdministration, source: AttemptSource, argon2id: Argon2id, rules: NewPasswordRules) {
    self.accounts = accounts
    self.source = source
    self.argon2id = argon2id
    self.rules = rules
  }

  /// Sets a random password for one sign-in, in which it must be changed.
  /// - Returns: The password, which is stored nowhere. It fits the lengths of the policy.
  @concurrent
  public func giveOneTimePassword(to email: EmailAddress) async throws(ResetPasswordError) -> SealedPassword {
    guard let password = SealedPassword.random(length: rules.policy.length) else {
      throw .unavailable(.hashing(.outOfMemory))
    }
    try await reset(email, to: password) { .oneTimePassword($0) }
    return password
  }

  /// Gives the account of `email` the new password.
  @concurrent
  public func reset(_ email: EmailAddress, to password: SealedPassword) async throws(ResetPasswordError) {
    try await reset(email, to: password) { .password($0) }
  }

  private func reset(
    _ email: EmailAddress, to password: SealedPassword, by change: (PasswordHash) -> AccountChange
  ) async throws(ResetPasswordError) {
    if let violation = rules.violation(of: password, for: email) { throw .violation(violation) }
    let lookup: AccountLookup
    do {
      let hash = try await accounts.hash(ofNew: password, by: argon2id, under: rules.policy)
      lookup = try await accounts.change(email, change(hash), from: source)
    } catch {
      throw .unavailable(error)
    }
    if case .missing = lookup { throw .missing }
  }
}

/// The reason why a password was not reset.
public enum ResetPasswordError: Error, Sendable, Hashable {
  /// There is no account of that email.
  case missing
  /// The password breaks one of the rules for new passwords.
  case violation(PasswordViolation)
  /// The store failed, or the password could not be hashed.
  case unavailable(StoreError)
}
