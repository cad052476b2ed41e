public import Secrets

/// Creates an account and signs its owner in. ``SignUpUseCase`` implements it; tests use a scripted one.
public protocol SigningUp: Sendable {
  /// Signs up. Never throws and never keeps the password. Cancelling the task before the account is in the store keeps
  /// it out. Cancelling later leaves the account, and the user is not signed in.
  nonisolated(nonsending) func signUp(_ email: EmailAddress, _ password: SealedPassword) async -> SignUpOutcome
}

/// The result of a sign-up.
public enum SignUpOutcome: Sendable {
  /// The account exists now. The value is the result of signing in to it.
  case added(SignInOutcome)
  /// No account was added.
  case notAdded(AddAccountError)
  /// Blocked by the ``Throttle`` for that many seconds, rounded up. No account was added.
  case throttled(seconds: Int)
  /// So many attempts failed that an administrator must clear them. No account was added.
  case disabled
}

/// Signs in by adding the account. A sign-up is an attempt like any other, charged before the answer, throttled and
/// logged, because the answer reveals whether an email has an account. Where a sign-in asks for more than the password,
/// only the account is added. No wording hides the answer, because this program sends no mail.
public struct SignUpUseCase: SigningUp {
  private let accounts: any AccountStore
  private let addAccount: AddAccountUseCase
  private let signIn: SignInUseCase

  /// A sign-up made of these two steps, in the store of the accounts.
  public init(accounts: any AccountStore, addAccount: AddAccountUseCase, signIn: SignInUseCase) {
    self.accounts = accounts
    self.addAccount = addAccount
    self.signIn = signIn
  }

  /// Creates the account and signs in, or returns the reason why not. A password that breaks a rule is no attempt.
  @concurrent
  public func signUp(_ email: EmailAddress, _ password: SealedPassword) async -> SignUpOutcome {
    if let violation = addAccount.violation(of: password, for: email) { return .notAdded(.violation(violation)) }
    guard !Task.isCancelled else { return .notAdded(.cancelled) }
    do throws(StoreError) {
      switch try await signIn.charge(email) {
      case .admitted(let admission): return try await add(email, password, charged: admission.attempt)
      case .ended(.throttled(let seconds)): return .throttled(seconds: seconds)
      case .ended(.disabled): return .disabled
      case .ended: return .notAdded(.cancelled)
      }
    } catch {
      return .notAdded(Task.isCancelled ? .cancelled : .unavailable(error))
    }
  }

  private func add(
    _ email: EmailAddress, _ password: SealedPassword, charged attempt: AttemptID
  ) async throws(StoreError) -> SignUpOutcome {
    do throws(AddAccountError) {
      let accounts = accounts
      try await addAccount.add(email, password) { (hash, condition) async throws(StoreError) in
        try await accounts.add(email, hash, condition, settling: attempt)
      }
    } catch {
      switch error {
      case .unavailable(let error):
        // The service ends, and nothing was verified.
        if case .service(.ended) = error { _ = try await signIn.pass(attempt, isAccepted: false) }
        throw error
      case .cancelled: try await signIn.cancel(attempt)
      case .exists, .notFirst, .violation: _ = try await signIn.refuse(attempt)
      }
      return .notAdded(error)
    }
    // From here on the account exists, whatever happens, and the attempt's row records it. The sign-in is the next one.
    do throws(StoreError) {
      guard !Task.isCancelled, let account = try await accounts.account(of: email) else { return .added(.cancelled) }
      if try await signIn.asksMore(of: account) { return .added(.unanswered) }
      switch try await signIn.charge(email) {
      case .admitted(let admission): return .added(try await signIn.conclude(account, admission.attempt))
      case .ended(let outcome): return .added(outcome)
      }
    } catch {
      return .added(Task.isCancelled ? .cancelled : .unavailable(error))
    }
  }
}
