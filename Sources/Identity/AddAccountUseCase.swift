public import Secrets

/// Adds an account: by an administrator, or by its owner where sign-up is allowed.
public struct AddAccountUseCase: Sendable {
  private let accounts: any AccountStore
  private let argon2id: Argon2id
  private let policy: PasswordPolicy

  /// - Parameters:
  ///   - accounts: Where the account goes.
  ///   - argon2id: Makes its hash.
  ///   - policy: What its password has to be.
  public init(accounts: any AccountStore, argon2id: Argon2id, policy: PasswordPolicy) {
    self.accounts = accounts
    self.argon2id = argon2id
    self.policy = policy
  }

  /// Adds the account of `email`. The policy is entered into the store with it, so that its owner can sign in whatever
  /// the policy will be.
  @concurrent
  public func add(_ email: EmailAddress, _ password: SealedPassword) async throws(AddAccountError) {
    if let violation = policy.violation(characterCount: password.characterCount) {
      throw .violation(violation)
    }
    do throws(StoreError) {
      let hash = try hashing { () throws(HashingError) in try argon2id.hash(password) }
      _ = try await accounts.widestPasswordLength(including: policy.length)
      if case .added = try await accounts.add(email, hash) { return }
    } catch {
      throw .unavailable(error)
    }
    throw .exists
  }
}

/// Why an account was not added.
public enum AddAccountError: Error, Sendable, Hashable {
  /// There is one of that email already.
  case exists
  /// The password is not what the policy wants.
  case violation(PasswordViolation)
  /// The store could not be asked, or the password not be hashed.
  case unavailable(StoreError)
}
