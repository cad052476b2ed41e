public import Secrets

/// A person's part of a conversation.
public enum Answer: Sendable {
  /// Nothing yet: the first answer of each conversation.
  case begin
  /// Nothing: go on after a ``Notice``, or after a ``WaitReason`` is over.
  case proceed
  /// The answer to a challenge, as typed.
  case secret(SealedPassword, to: ChallengeID)
  /// No answer, but the wish to answer in another way.
  case method(ProofMethod)
}
