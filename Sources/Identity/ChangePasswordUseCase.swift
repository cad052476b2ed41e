public import Secrets

/// Gives an account's owner another password. ``ChangePasswordUseCase`` is the one real implementation; tests script
/// another.
public protocol ChangingPassword: Sendable {
  /// Never throws and never hangs on to a password. All sessions of the account end, but for `spared`: the one that the
  /// change is made in. Cancelling the task before the new password is in the store keeps it out.
  @concurrent
  func changePassword(
    of email: EmailAddress, from old: SealedPassword, to new: SealedPassword, sparing spared: SessionID?
  ) async -> PasswordChangeOutcome
}

/// How the change of a password by its owner ends.
public enum PasswordChangeOutcome: Sendable, Hashable {
  /// The new password is the one from now on.
  case changed
  /// The new password breaks one of the rules; the old one was not looked at.
  case violation(PasswordViolation)
  /// The old password is wrong, or the account unknown, locked, or changed by somebody else meanwhile.
  case refused
  /// Blocked by the ``Throttle`` for that many seconds, rounded up.
  case throttled(seconds: Int)
  /// It could not be done, for the reason given.
  case unavailable(StoreError)
  /// The task was cancelled in time; the old password still is the one.
  case cancelled
}

/// Proves by signing in that it is the owner who asks, so that guessing here is charged, throttled and logged as it is
/// everywhere; then changes the account that was verified, or none.
public struct ChangePasswordUseCase: ChangingPassword {
  private let signIn: any SigningIn
  private let accounts: any AccountStore
  private let argon2id: Argon2id
  private let rules: NewPasswordRules

  /// - Parameters:
  ///   - signIn: Checks the old password; one that opens no session.
  ///   - accounts: Where the account is.
  ///   - argon2id: Makes the new hash.
  ///   - rules: What the new password has to be.
  public init(signIn: any SigningIn, accounts: any AccountStore, argon2id: Argon2id, rules: NewPasswordRules) {
    self.signIn = signIn
    self.accounts = accounts
    self.argon2id = argon2id
    self.rules = rules
  }

  /// Changes the password, or says why not.
  @concurrent
  public func changePassword(
    of email: EmailAddress, from old: SealedPassword, to new: SealedPassword, sparing spared: SessionID?
  ) async -> PasswordChangeOutcome {
    if let violation = rules.violation(of: new, for: email) { return .violation(violation) }
    do {
      // Read before the old password is verified: if the account is still that one when the new password comes, then
      // nothing has happened to it since.
      let account = try await accounts.account(of: email)
      switch await signIn.signIn(email, old) {
      case .signedIn: break
      case .refused: return .refused
      case .throttled(let seconds): return .throttled(seconds: seconds)
      case .unavailable(let error): return .unavailable(error)
      case .cancelled: return .cancelled
      }
      guard let account else { return .refused }
      let hash = try await accounts.hash(ofNew: new, by: argon2id, under: rules.policy)
      guard !Task.isCancelled else { return .cancelled }
      switch try await accounts.replacePassword(of: account, by: hash, sparing: spared) {
      case .found: return .changed
      case .missing: return .refused
      }
    } catch {
      return Task.isCancelled ? .cancelled : .unavailable(error)
    }
  }
}
