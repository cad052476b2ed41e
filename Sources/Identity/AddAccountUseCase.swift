public import Secrets

/// Adds an account: by an administrator, or by its owner where sign-up is allowed.
public struct AddAccountUseCase: Sendable {
  private let accounts: any AccountStore
  private let argon2id: Argon2id
  private let rules: NewPasswordRules

  /// - Parameters:
  ///   - accounts: Where the account goes.
  ///   - argon2id: Makes its hash.
  ///   - rules: What its password has to be.
  public init(accounts: any AccountStore, argon2id: Argon2id, rules: NewPasswordRules) {
    self.accounts = accounts
    self.argon2id = argon2id
    self.rules = rules
  }

  /// Adds the account of `email`. The policy is entered into the store with it, so that its owner can sign in whatever
  /// the policy will be. Cancelling the task before the account is in the store keeps it out.
  @concurrent
  public func add(_ email: EmailAddress, _ password: SealedPassword) async throws(AddAccountError) {
    if let violation = rules.violation(of: password, for: email) {
      throw .violation(violation)
    }
    do {
      let hash = try await accounts.hash(ofNew: password, by: argon2id, under: rules.policy)
      if !Task.isCancelled, case .added = try await accounts.add(email, hash) { return }
    } catch {
      throw Task.isCancelled ? .cancelled : .unavailable(error)
    }
    throw Task.isCancelled ? .cancelled : .exists
  }
}

/// Why an account was not added.
public enum AddAccountError: Error, Sendable, Hashable {
  /// There is one of that email already.
  case exists
  /// The password breaks one of the rules for new ones.
  case violation(PasswordViolation)
  /// The store could not be asked, or the password not be hashed.
  case unavailable(StoreError)
  /// The task was cancelled in time.
  case cancelled
}
