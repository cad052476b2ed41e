public import Identity
public import Secrets

/// Changes of a password whose answers a test gives by hand.
public typealias ScriptedPasswordChange = Scripted<PasswordChangeOutcome>

extension Scripted: ChangingPassword where Outcome == PasswordChangeOutcome {
  /// Waits for the test to answer. What it tells of the attempt is the new password.
  @concurrent
  public func changePassword(
    of email: EmailAddress, from old: SealedPassword, to new: SealedPassword, sparing spared: SessionID?
  ) async -> PasswordChangeOutcome {
    await receive(email, characterCount: new.characterCount)
  }
}
