public import Identity

/// Decides what comes after a step of a conversation.
public protocol ChallengeRouting: AnyObject {
  /// The conversation goes on with this step.
  func didMeet(_ step: ConversationStep, in conversation: Conversation)
  /// The conversation is over.
  func didEnd(_ conversation: Conversation, with outcome: SignInOutcome)
  /// The user left the conversation, and must know this; nil for nothing.
  func didLeave(_ conversation: Conversation, saying message: Message?)
  /// The user has not answered in time.
  func didRunOutOfTime(in conversation: Conversation)
}
