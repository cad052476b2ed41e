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
  /// The current password is wrong, or the account is unknown, locked, or was changed meanwhile.
  case refused
  /// Blocked by the ``Throttle`` for that many seconds, rounded up.
  case throttled(seconds: Int)
  /// The change failed, for the reason given.
  case unavailable(StoreError)
  /// The task was cancelled in time. The current password stays in force.
  case cancelled
}

/// Verifies the current password like a sign-in, so guesses here are charged, throttled and logged as everywhere. Then it
/// changes only the account that was verified. A change is one row of the log, and no sign-in.
public struct ChangePasswordUseCase: ChangingPassword {
  private let authenticator: any Authenticator
  private let attempts: any AttemptLog
  private let accounts: any AccountStore
  private let source: AttemptSource
  private let throttle: Throttle
  private let argon2id: Argon2id
  private let rules: NewPasswordRules

  /// - Parameters:
  ///   - authenticator: Checks the current password.
  ///   - attempts: The log in which the attempt is charged and recorded.
  ///   - accounts: The store of the account.
  ///   - source: The source of all attempts of this program.
  ///   - throttle: The rule for failures.
  ///   - argon2id: Makes the new hash.
  ///   - rules: The rules for the new password.
  public init(
    authenticator: any Authenticator, attempts: any AttemptLog, accounts: any AccountStore, source: AttemptSource,
    throttle: Throttle = Throttle(), argon2id: Argon2id, rules: NewPasswordRules
  ) {
    self.authenticator = authenticator
    self.attempts = attempts
    self.accounts = accounts
    self.source = source
    self.throttle = throttle
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
    guard !Task.isCancelled else { return .cancelled }
    do {
      switch try await attempts.charge(email, from: source, under: throttle) {
      case .blocked(let seconds): return .throttled(seconds: seconds)
      case .admitted(let attempt):
        let outcome = try await change(email, from: old, to: new, sparing: spared, charged: attempt)
        switch outcome {
        case .refused: try await attempts.settle(attempt, as: .refused)
        case .cancelled: try await attempts.settle(attempt, as: .cancelled)
        case .changed, .violation, .throttled, .unavailable: break
        }
        return outcome
      }
    } catch {
      return Task.isCancelled ? .cancelled : .unavailable(error)
    }
  }

  private func change(
    _ email: EmailAddress, from old: SealedPassword, to new: SealedPassword, sparing spared: SessionID?,
    charged attempt: AttemptID
  ) async throws(StoreError) -> PasswordChangeOutcome {
    guard !Task.isCancelled else { return .cancelled }
    let authentication = try await authenticator.authenticate(email, old)
    guard !Task.isCancelled else { return .cancelled }
    guard case .accepted(let account) = authentication else { return .refused }
    let hash = try await accounts.hash(ofNew: new, by: argon2id, under: rules.policy)
    guard !Task.isCancelled else { return .cancelled }
    switch try await accounts.replacePassword(of: account, by: hash, sparing: spared, settling: attempt) {
    case .found: return .changed
    case .missing: return .refused
    }
  }
}
