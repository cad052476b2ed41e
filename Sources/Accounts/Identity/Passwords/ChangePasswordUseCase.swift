public import Secrets

/// Changes the password of an account, for its owner, see ``ChangePasswordUseCase``. Tests use a scripted one.
public protocol ChangingPassword: Sendable {
  /// Changes the password. Never throws and never keeps a password. All other sessions of the account end. If the task is
  /// cancelled before the new password is stored, the current password stays.
  nonisolated(nonsending) func changePassword(
    of email: EmailAddress, from old: SealedPassword, to new: SealedPassword
  ) async -> PasswordChangeOutcome

  /// Verifies the current password and changes nothing, so that a wrong one is known before a new one is asked for. It is an
  /// attempt like any other, and the change is another one. A service of an older version verifies it with the change.
  nonisolated(nonsending) func confirm(_ password: SealedPassword, of email: EmailAddress) async
    -> PasswordChangeOutcome
}

/// The result of an owner's change of password.
public enum PasswordChangeOutcome: Sendable, Hashable {
  /// The new password is in force.
  case changed
  /// The current password is right, and nothing has changed.
  case confirmed
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

/// Verifies the current password like a sign-in, so guesses here are charged, throttled and logged as everywhere. Then it
/// changes only the account that was verified. A change is one row of the log, and no sign-in.
public struct ChangePasswordUseCase: ChangingPassword {
  private let authenticator: any Authenticator
  private let attempts: any AttemptLog
  private let accounts: any AccountStore
  private let source: AttemptSource
  private let throttle: Throttle
  private let turn: ThrottleWait
  private let argon2id: Argon2id
  private let rules: NewPasswordRules
  private let member: Owner?

  /// - Parameters:
  ///   - member: The owner, if only they may make the change; nil for any user with the current password.
  ///   - authenticator: Checks the current password.
  ///   - attempts: The log in which the attempt is charged and recorded.
  ///   - accounts: The store of the account.
  ///   - source: The source of all attempts of this program.
  ///   - throttle: The rule for failures.
  ///   - argon2id: Makes the new hash.
  ///   - rules: The rules for the new password.
  ///   - turn: How to wait for attempts of others that are pending.
  public init(
    by member: Owner? = nil, authenticator: any Authenticator, attempts: any AttemptLog, accounts: any AccountStore,
    source: AttemptSource,
    throttle: Throttle = Throttle(), argon2id: Argon2id, rules: NewPasswordRules,
    turn: ThrottleWait = ThrottleWait()
  ) {
    self.member = member
    self.authenticator = authenticator
    self.attempts = attempts
    self.accounts = accounts
    self.source = source
    self.throttle = throttle
    self.argon2id = argon2id
    self.rules = rules
    self.turn = turn
  }

  @concurrent
  public func confirm(_ password: SealedPassword, of email: EmailAddress) async -> PasswordChangeOutcome {
    await attempt(email, from: password, to: nil)
  }

  /// Changes the password. All sessions of the account end but that of the member who makes the change.
  @concurrent
  public func changePassword(
    of email: EmailAddress, from old: SealedPassword, to new: SealedPassword
  ) async -> PasswordChangeOutcome {
    if let violation = rules.violation(of: new, for: email) { return .violation(violation) }
    if new.isSame(as: old) { return .violation(.unchanged) }
    return await attempt(email, from: old, to: new)
  }

  private func attempt(
    _ email: EmailAddress, from old: SealedPassword, to new: SealedPassword?
  ) async -> PasswordChangeOutcome {
    guard !Task.isCancelled else { return .cancelled }
    do throws(StoreError) {
      let charge = try await turn.wait { () async throws(StoreError) in
        try await attempts.charge(typed: .email(email), from: source, under: throttle)
      }
      switch charge {
      case .mustWait: return Task.isCancelled ? .cancelled : .throttled(seconds: 1)
      case .blocked(let seconds): return .throttled(seconds: seconds)
      case .disabled: return .disabled
      case .admitted(let admission):
        if let member, !member.mayOwn(admission.account) {
          _ = try await attempts.settle(admission.attempt, as: .notAccepted, under: throttle)
          return .unavailable(.service(.sessionEnded))
        }
        do throws(StoreError) {
          return try await change(
            email, from: old, to: new, sparing: member?.session, charged: admission,
            refusedAs: member == nil ? .refused : .unconfirmed)
        } catch {
          // The service ends, and nothing was verified.
          if case .service(.ended) = error {
            _ = try await attempts.settle(admission.attempt, as: .notAccepted, under: throttle)
            throw error
          }
          // It may have been cancelled while it waited for its turn to hash.
          guard Task.isCancelled else { throw error }
          return try await settle(admission.attempt, as: .cancelled)
        }
      }
    } catch {
      return Task.isCancelled ? .cancelled : .unavailable(error)
    }
  }

  private func change(
    _ email: EmailAddress, from old: SealedPassword, to new: SealedPassword?, sparing spared: SessionID?,
    charged admission: Admission, refusedAs refusal: Settlement
  ) async throws(StoreError) -> PasswordChangeOutcome {
    let attempt = admission.attempt
    guard !Task.isCancelled else { return try await settle(attempt, as: .cancelled) }
    let account = try await authenticator.account(
      of: .email(email), provenBy: old, admission, from: source)
    guard !Task.isCancelled else { return try await settle(attempt, as: .cancelled) }
    guard let account else { return try await settle(attempt, as: refusal) }
    guard let new else { return try await settle(attempt, as: .passed) }
    let hash = try await accounts.hash(ofNew: new, by: argon2id, under: rules.policy)
    guard !Task.isCancelled else { return try await settle(attempt, as: .cancelled) }
    if try await accounts.replacePassword(of: account, by: hash, sparing: spared, settling: attempt) != nil {
      return .changed
    }
    return try await settle(attempt, as: refusal)
  }

  private func settle(
    _ attempt: AttemptID, as settlement: Settlement
  ) async throws(StoreError) -> PasswordChangeOutcome {
    switch try await attempts.settle(attempt, as: settlement, under: throttle) {
    case .refused(let seconds): .refused(blockedFor: seconds)
    case .passed: .confirmed
    case .cancelled, .signedIn, .notAccepted: .cancelled
    }
  }
}
