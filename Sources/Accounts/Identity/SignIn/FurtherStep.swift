/// A step behind the first proof: a second factor, or a new password. It is asked for only once the first proof was right.
/// So a stranger never learns which steps an account has. See Decisions/0097-sign-in-is-a-conversation.md.
public protocol FurtherStep: Sendable {
  /// The login by which wrong answers are counted; nil for that of the conversation.
  var counted: Login? { get }

  /// Whether it proves once more who it is, and changes nothing. An owner who did that lately is not asked again.
  var isProof: Bool { get }

  /// Begins the step for the owner of `account`. An account that needs nothing here is proven at once, by the first
  /// ``Proof/proceed()``.
  func begin(for account: Account, _ conversation: ConversationPlace) -> any Proof
}

extension FurtherStep {
  /// The login of the conversation.
  public var counted: Login? { nil }

  /// Most steps change something.
  public var isProof: Bool { false }
}

/// The place of a conversation, for steps that change the account.
public struct ConversationPlace: Sendable, Hashable {
  /// The source of the rows in the log.
  public let source: AttemptSource
  /// The session that a change leaves open: the one in which it is made; nil for none.
  public let session: SessionID?
  /// Whether our own password was the first proof.
  public var isByPassword = true
  /// Whether another provider's proof stands for the account's second step.
  public var isSecondStepProven = false
  /// Whether the form can have a key sign.
  public let signs: Bool
  /// Whether it is a change of the account, not a sign-in.
  public let isChange: Bool

  /// A conversation from that source, in that session.
  public init(source: AttemptSource, session: SessionID? = nil, signs: Bool = false, isChange: Bool = false) {
    (self.source, self.session, self.signs, self.isChange) = (source, session, signs, isChange)
  }
}
