public import Identity
public import Secrets

/// Changes of a password answered by the test.
public typealias ScriptedPasswordChange = Scripted<PasswordChangeOutcome>

extension Scripted: ChangingPassword where Outcome == PasswordChangeOutcome {
  /// Waits for the test to answer. The attempt shows the new password's length.
  public func changePassword(
    of email: EmailAddress, from old: SealedPassword, to new: SealedPassword
  ) async -> PasswordChangeOutcome {
    await receive(email, characterCount: new.characterCount)
  }

  /// Waits for the test to answer. The attempt shows the current password's length.
  public func confirm(_ password: SealedPassword, of email: EmailAddress) async -> PasswordChangeOutcome {
    await receive(email, characterCount: password.characterCount)
  }
}
