public import Secrets

/// A person's part of a conversation.
public enum Answer: Sendable {
  /// Nothing yet: the first answer of each conversation.
  case begin
  /// Nothing: go on after a ``Notice``, or after a ``Waiting`` is over.
  case proceed
  /// A password.
  case secret(SealedPassword, to: ChallengeID)
  /// Text that is no secret for long, such as a code for one use.
  case text(String, to: ChallengeID)
}
