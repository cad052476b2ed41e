public import Secrets

/// Lets an account's owner change the password. ``ChangePasswordUseCase`` implements it; tests use a scripted one.
public protocol ChangingPassword: Sendable {
  /// Changes the password. Never throws and never keeps a password. All sessions of the account end, except `spared`,
  /// in which the change is made. If the task is cancelled before the new password is stored, the current password
  /// stays.
  @concurrent
  func changePassword(
    of email: EmailAddress, from old: SealedPassword, to new: SealedPassword, sparing spared: SessionID?
  ) async -> PasswordChangeOutcome
}

/// The result of an owner's change of password.
public enum PasswordChangeOutcome: Sendable, Hashable {
  /// The new password is in force.
  case changed
  /// The new password breaks one of the rules. The current password was not checked.
  case violation(PasswordViolation)
  /// The current password is wrong, or the account is unknown, locked, or was changed meanwhile. The next attempt with
  /// this email is blocked for that many seconds, rounded up, or not at all if nil.
  case refused(blockedFor: Int?)
  /// Blocked by the ``Throttle`` for that many seconds, rounded up.
  case throttled(seconds: Int)
  /// So many attempts failed that an administrator must clear them first.
  case disabled
  /// The change failed, for the reason given.
  case unavailable(StoreError)
  /// The task was cancelled in time. The current password stays in force.
  case cancelled
}

/// Verifies the current password by signing in, so guesses here are charged, throttled and logged as everywhere. Then
/// it changes only the account that was verified.
public struct ChangePasswordUseCase: ChangingPassword {
  private let signIn: any SigningIn
  private let accounts: any AccountStore
  private let argon2id: Argon2id
  private let rules: NewPasswordRules

  /// - Parameters:
  ///   - signIn: Checks the current password. It must not open a session.
  ///   - accounts: The store of the account.
  ///   - argon2id: Makes the new hash.
  ///   - rules: The rules for the new password.
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
    if new.isSame(as: old) { return .violation(.unchanged) }
    do {
      // Read before the current password is verified. If the account is unchanged when the new password is stored,
      // nothing has happened to it in between.
      let account = try await accounts.account(of: email)
      switch await signIn.signIn(email, old) {
      case .signedIn: break
      case .refused(let seconds): return .refused(blockedFor: seconds)
      case .throttled(let seconds): return .throttled(seconds: seconds)
      case .disabled: return .disabled
      case .unavailable(let error): return .unavailable(error)
      case .cancelled: return .cancelled
      }
      guard let account else { return .refused(blockedFor: nil) }
      let hash = try await accounts.hash(ofNew: new, by: argon2id, under: rules.policy)
      guard !Task.isCancelled else { return .cancelled }
      switch try await accounts.replacePassword(of: account, by: hash, sparing: spared) {
      case .found: return .changed
      case .missing: return .refused(blockedFor: nil)
      }
    } catch {
      return Task.isCancelled ? .cancelled : .unavailable(error)
    }
  }
}
