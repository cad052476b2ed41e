public import Secrets

/// Adds an account, for an administrator, or for its owner where sign-up is allowed.
public struct AddAccountUseCase: Sendable {
  private let accounts: any AccountStore
  private let source: AttemptSource
  private let argon2id: Argon2id
  private let rules: NewPasswordRules

  /// - Parameters:
  ///   - accounts: The store for the account.
  ///   - source: The source of the row in the log.
  ///   - argon2id: Makes its hash.
  ///   - rules: The rules for its password.
  public init(accounts: any AccountStore, source: AttemptSource, argon2id: Argon2id, rules: NewPasswordRules) {
    self.accounts = accounts
    self.source = source
    self.argon2id = argon2id
    self.rules = rules
  }

  /// Adds the account of `email`, and records the policy in the store, so that its owner can sign in even if the policy
  /// changes. Cancelling the task before the account is in the store keeps it out.
  @concurrent
  public func add(_ email: EmailAddress, _ password: SealedPassword) async throws(AddAccountError) {
    if let violation = rules.violation(of: password, for: email) {
      throw .violation(violation)
    }
    do {
      let hash = try await accounts.hash(ofNew: password, by: argon2id, under: rules.policy)
      if !Task.isCancelled, case .added = try await accounts.add(email, hash, from: source) { return }
    } catch {
      throw Task.isCancelled ? .cancelled : .unavailable(error)
    }
    throw Task.isCancelled ? .cancelled : .exists
  }
}

/// The reason why an account was not added.
public enum AddAccountError: Error, Sendable, Hashable {
  /// The email has an account already.
  case exists
  /// The password breaks one of the rules for new passwords.
  case violation(PasswordViolation)
  /// The store failed, or the password could not be hashed.
  case unavailable(StoreError)
  /// The task was cancelled in time.
  case cancelled
}
