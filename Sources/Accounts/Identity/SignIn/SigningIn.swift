public import Secrets

/// Signs a user in: ``SignInUseCase`` in this process, or a service. Tests use a scripted one.
public protocol SigningIn: Sendable {
  /// A new conversation, which begins with `next(.begin)`. The password, if there is one already, answers the first
  /// question, if that asks for a password and nothing else, also behind notices.
  func begin(_ login: Login, _ password: SealedPassword?) -> any SignInConversation
}

/// One sign-in, as a conversation: each answer brings the next step, until ``SignInStep/ended(_:)``.
///
/// It has one consumer. Releasing it ends it without a sign-in.
public protocol SignInConversation: Sendable {
  /// Takes an answer, and returns what comes next. Never throws, and keeps no password but the one that was typed
  /// before the first question, until that comes. Cancelling the task ends the
  /// conversation early, see ``SignInOutcome/cancelled``.
  ///
  /// An answer to a question that was not asked last ends the conversation as cancelled, and so does any answer after
  /// the end.
  nonisolated(nonsending) func next(_ answer: Answer) async -> SignInStep
}

/// The next step of a sign-in.
public enum SignInStep: Sendable {
  /// Answer this.
  case ask(Question)
  /// Show this, and go on with ``Answer/proceed``.
  case tell(Notice)
  /// Show this, and go on with ``Answer/proceed``, which takes as long as the wait. Without a page, the reason says where it
  /// happens.
  case wait(WaitReason, at: ApprovalPage? = nil)
  /// The sign-in is over.
  case ended(SignInOutcome)
}

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
