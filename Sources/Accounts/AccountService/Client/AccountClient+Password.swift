public import Identity
public import Secrets

extension AccountClient: ChangingPassword {
  /// Changes the password at the server, which knows the session to spare.
  public nonisolated(nonsending) func changePassword(
    of email: EmailAddress, from old: SealedPassword, to new: SealedPassword
  ) async -> PasswordChangeOutcome {
    await outcome { () async throws(StoreError) in
      try await ask(
        .begin(Begin(.changePassword, email, wantsSession: false)),
        [.password(.password, old), .password(.newPassword, new)])
    }
  }

  /// Verifies the current password at the server. One of an older version does that with the change.
  public nonisolated(nonsending) func confirm(
    _ password: SealedPassword, of email: EmailAddress
  ) async -> PasswordChangeOutcome {
    await outcome { () async throws(StoreError) in
      guard try await welcome().version.confirmsPasswords else {
        return AccountClient.Response(reply: .ended(.confirmed))
      }
      return try await ask(
        .begin(Begin(.confirmPassword, email, wantsSession: false)), [.password(.password, password)])
    }
  }

  private nonisolated(nonsending) func outcome(
    of asking: nonisolated(nonsending) () async throws(StoreError) -> AccountClient.Response
  ) async -> PasswordChangeOutcome {
    do throws(StoreError) {
      let answer = try await asking()
      guard case .ended(let ending) = answer.reply else { throw .service(.nonsense) }
      guard let outcome = PasswordChangeOutcome(ending) else { throw .service(.nonsense) }
      return outcome
    } catch {
      return Task.isCancelled ? .cancelled : .unavailable(error)
    }
  }
}

extension PasswordChangeOutcome {
  /// The outcome of an ending; nil if it is the end of something else.
  package init?(_ ending: Ending) {
    switch ending {
    case .changed: self = .changed
    case .confirmed: self = .confirmed
    case .violation(let violation): self = .violation(violation)
    case .refused(let seconds, isNew: false): self = .refused(blockedFor: seconds)
    case .throttled(let seconds, isNew: false): self = .throttled(seconds: seconds)
    case .disabled(isNew: false): self = .disabled
    case .unavailable(let error, isNew: false): self = .unavailable(error)
    case .cancelled(isNew: false): self = .cancelled
    default: return nil
    }
  }
}
