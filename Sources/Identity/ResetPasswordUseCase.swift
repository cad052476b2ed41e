public import Secrets

/// Gives an account another password without the old one: for an administrator, whose right to it is their access to the
/// store. The account's sessions end; a lock stays.
public struct ResetPasswordUseCase: Sendable {
  private let accounts: any AccountStore
  private let argon2id: Argon2id
  private let rules: NewPasswordRules

  /// - Parameters:
  ///   - accounts: Where the account is.
  ///   - argon2id: Makes the new hash.
  ///   - rules: What the new password has to be.
  public init(accounts: any AccountStore, argon2id: Argon2id, rules: NewPasswordRules) {
    self.accounts = accounts
    self.argon2id = argon2id
    self.rules = rules
  }

  /// Gives the account of `email` that password.
  @concurrent
  public func reset(_ email: EmailAddress, to password: SealedPassword) async throws(ResetPasswordError) {
    if let violation = rules.violation(of: password, for: email) { throw .violation(violation) }
    let lookup: AccountLookup
    do {
      let hash = try await accounts.hash(ofNew: password, by: argon2id, under: rules.policy)
      lookup = try await accounts.change(email, .password(hash))
    } catch {
      throw .unavailable(error)
    }
    if case .missing = lookup { throw .missing }
  }
}

/// Why a password was not reset.
public enum ResetPasswordError: Error, Sendable, Hashable {
  /// There is no account of that email.
  case missing
  /// The password breaks one of the rules for new ones.
  case violation(PasswordViolation)
  /// The store could not be asked, or the password not be hashed.
  case unavailable(StoreError)
}
