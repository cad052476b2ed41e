public import Secrets

/// Adds an account, for an administrator, or for its owner where sign-up is allowed.
public struct AddAccountUseCase: Sendable {
  private let accounts: any AccountAdministration
  private let source: AttemptSource
  private let argon2id: Argon2id
  private let rules: NewPasswordRules
  private let condition: AdditionCondition

  /// - Parameters:
  ///   - accounts: The store for the account.
  ///   - source: The source of the row in the log.
  ///   - argon2id: Makes its hash.
  ///   - rules: The rules for its password.
  ///   - condition: When an account may be added.
  public init(
    accounts: any AccountAdministration, source: AttemptSource, argon2id: Argon2id, rules: NewPasswordRules,
    _ condition: AdditionCondition = .always
  ) {
    self.accounts = accounts
    self.source = source
    self.argon2id = argon2id
    self.rules = rules
    self.condition = condition
  }

  /// Adds the account of `email`, and records the policy in the store, so that its owner can sign in even if the policy
  /// changes. Cancelling the task before the account is in the store keeps it out.
  @concurrent
  public func add(_ email: EmailAddress, _ password: SealedPassword) async throws(AddAccountError) {
    let (accounts, source) = (accounts, source)
    try await add(email, password) { (hash, condition) async throws(StoreError) in
      try await accounts.add(email, hash, condition, from: source)
    }
  }

  /// The same by another way to add the account.
  func add(
    _ email: EmailAddress, _ password: SealedPassword,
    by adding: @Sendable (PasswordHash, AdditionCondition) async throws(StoreError) -> AccountAddition
  ) async throws(AddAccountError) {
    if let violation = violation(of: password, for: email) { throw .violation(violation) }
    guard let addition = try await store(email, password, adding), !Task.isCancelled || addition == .added else {
      throw .cancelled
    }
    switch addition {
    case .added: break
    case .exists: throw .exists
    case .notFirst: throw .notFirst
    }
  }

  /// Returns nil if the task was cancelled while the password was hashed.
  private func store(
    _ email: EmailAddress, _ password: SealedPassword,
    _ adding: @Sendable (PasswordHash, AdditionCondition) async throws(StoreError) -> AccountAddition
  ) async throws(AddAccountError) -> AccountAddition? {
    do {
      let hash = try await accounts.hash(ofNew: password, by: argon2id, under: rules.policy)
      return Task.isCancelled ? nil : try await adding(hash, condition)
    } catch {
      throw Task.isCancelled ? .cancelled : .unavailable(error)
    }
  }

  /// Returns the first rule that the password breaks.
  func violation(of password: SealedPassword, for email: EmailAddress) -> PasswordViolation? {
    rules.violation(of: password, for: email)
  }
}

/// The reason why an account was not added.
public enum AddAccountError: Error, Sendable, Hashable {
  /// The email has an account already.
  case exists
  /// The store has an account already, and only the first one may be added in this way.
  case notFirst
  /// The password breaks one of the rules for new passwords.
  case violation(PasswordViolation)
  /// The store failed, or the password could not be hashed.
  case unavailable(StoreError)
  /// The task was cancelled in time.
  case cancelled
}
