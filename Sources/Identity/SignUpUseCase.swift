public import Secrets

/// Creates an account and signs its owner in. ``SignUpUseCase`` implements it; tests use a scripted one.
public protocol SigningUp: Sendable {
  /// Signs up. Never throws and never keeps the password. Cancelling the task before the account is in the store keeps
  /// it out. Cancelling later leaves the account, and the user is not signed in.
  @concurrent
  func signUp(_ email: EmailAddress, _ password: SealedPassword) async -> SignUpOutcome
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

/// Signs in by adding the account: a sign-up is an attempt like any other, charged before anything is answered,
/// throttled and on record. The answer tells whether an email has an account, so it must not be free. See
/// Decisions/0086-first-account.md.
public struct SignUpUseCase: SigningUp {
  private let addAccount: AddAccountUseCase
  private let signIn: SignInUseCase

  /// A sign-up made of these two steps.
  public init(addAccount: AddAccountUseCase, signIn: SignInUseCase) {
    self.addAccount = addAccount
    self.signIn = signIn
  }

  /// Creates the account and signs in, or returns the reason why not. A password that breaks a rule is no attempt.
  @concurrent
  public func signUp(_ email: EmailAddress, _ password: SealedPassword) async -> SignUpOutcome {
    if let violation = addAccount.violation(of: password, for: email) { return .notAdded(.violation(violation)) }
    var result: Result<Void, AddAccountError>?
    let outcome = await signIn.signIn(email, password) { email, password async throws(StoreError) in
      do throws(AddAccountError) {
        try await addAccount.add(email, password)
      } catch {
        result = .failure(error)
        if case .unavailable(let error) = error { throw error }
        return .refused
      }
      result = .success(())
      return try await addAccount.account(of: email).map { .accepted($0) } ?? .refused
    }
    switch (result, outcome) {
    case (.success, _): return .added(outcome)
    case (.failure(let error), _): return .notAdded(error)
    case (nil, .throttled(let seconds)): return .throttled(seconds: seconds)
    case (nil, .disabled): return .disabled
    case (nil, .unavailable(let error)): return .notAdded(.unavailable(error))
    case (nil, _): return .notAdded(.cancelled)
    }
  }
}
