public import Identity

/// The server's answers. A token travels in a message of its own, see ``SecretKind``.
public enum Reply: Sendable, Hashable, Codable {
  /// The answer to ``Request/hello(_:)``: the form may proceed.
  case welcome(Welcome)
  /// The conversation continues: answer this.
  case ask(Question)
  /// The conversation continues: show this, then send ``Request/proceed``.
  case tell(Notice)
  /// The conversation continues: show this, then send ``Request/proceed``, which is answered when the wait is over.
  /// The page, where there is one, says where. Since version 2.2; an older form shows the reason alone.
  case wait(WaitReason, page: ApprovalPage? = nil)
  /// The request waits in the queue for hashes, at that place; 1 is the next one. Its answer is still to come.
  case queued(place: Int)
  /// A worker's answer to ``Request/hello(_:)``.
  case worker(version: ProtocolVersion)
  /// A worker's last word: the conversation has proven that this is the subject of that id, as its provider
  /// knows it. The name is nil if it is the one that was typed. Since version 2.2 with the email that the provider has
  /// verified, and whether its proof stands for a second step.
  case proven(id: String, name: String?, email: EmailAddress? = nil, secondStep: Bool? = nil)
  /// A worker's last word: the same, but the password has expired, and can't be changed here.
  case expired(id: String, name: String?)
  /// A worker's last word: the proof has failed.
  case refused
  /// A worker's last word: nothing could be proven, and no answer was wrong. Since version 2.2.
  case failed(ProviderFault)
  /// The end of a conversation. If it opened a session, the token of that session follows.
  case ended(Ending)
  /// Some rows of a page, newest first.
  case rows([Attempt])
  /// The end of a page, and where the next one begins; nil if there is none.
  case endOfRows(next: AttemptID?)
  /// The sign-in before the current one; nil if there is none.
  case previous(PreviousSignIn?)
  /// The signed-in account. It has as many of the other sessions as fit.
  case account(overview: AccountOverview)
  /// The email that an account has now; nil if it is gone.
  case email(EmailAddress?)
  /// The session of a token; nil if it is no valid token.
  case verified(Session?)
  /// It is done.
  case done
  /// An answer to ``Request/administer(_:)``.
  case administration(AdminReply)
  /// It cannot be done, for the reason given.
  case unavailable(Unavailability)

  // The names of what has no label in Swift.
  private enum WelcomeCodingKeys: String, CodingKey { case _0 = "service" }
  private enum AskCodingKeys: String, CodingKey { case _0 = "question" }
  private enum TellCodingKeys: String, CodingKey { case _0 = "notice" }
  private enum WaitCodingKeys: String, CodingKey { case _0 = "reason", page }
  private enum FailedCodingKeys: String, CodingKey { case _0 = "reason" }
  private enum EndedCodingKeys: String, CodingKey { case _0 = "ending" }
  private enum RowsCodingKeys: String, CodingKey { case _0 = "attempts" }
  private enum PreviousCodingKeys: String, CodingKey { case _0 = "signIn" }
  private enum VerifiedCodingKeys: String, CodingKey { case _0 = "session" }
  private enum EmailCodingKeys: String, CodingKey { case _0 = "email" }
  private enum AdministrationCodingKeys: String, CodingKey { case _0 = "reply" }
  private enum UnavailableCodingKeys: String, CodingKey { case _0 = "reason" }
}

/// The server, as it introduces itself, and the rules that the form shows.
public struct Welcome: Sendable, Hashable, Codable {
  /// The version of the protocol in force.
  public let version: ProtocolVersion
  /// The server's own version.
  public let program: String
  private let accepted: PasswordLengths
  private let new: PasswordLengths
  /// Whether there is an account.
  public let hasAccounts: Bool
  /// When the form may create an account; nil for never.
  public let signUp: AdditionCondition?
  /// The names under which people can sign in.
  public let logins: LoginKind
  /// Whether many people share the user who connected, so that nothing of one is kept for the next; nil if an older
  /// server does not say.
  public let isUIDShared: Bool?
  /// The provider at which people approve their sign-in; nil where there is none. Since version 2.2.
  public let approval: ApprovalProvider?
  /// The rules for administrators; nil for others.
  public let administration: AdminRules?

  private enum CodingKeys: String, CodingKey {
    case accepted = "acceptedLengths"
    case new = "newLengths"
    case version, program, hasAccounts, signUp, logins, isUIDShared, approval, administration
  }

  /// The lengths of passwords that may be right, in characters: the widest range that was ever allowed.
  public var acceptedLengths: ClosedRange<Int> { accepted.range }
  /// The lengths allowed for a new password.
  public var newLengths: ClosedRange<Int> { new.range }

  /// An introduction. Lengths that no password can have are left out.
  public init(
    version: ProtocolVersion = .current, program: String, acceptedLengths: ClosedRange<Int>,
    newLengths: ClosedRange<Int>, hasAccounts: Bool, signUp: AdditionCondition?,
    logins: LoginKind = .email, isUIDShared: Bool? = nil, approval: ApprovalProvider? = nil,
    administration: AdminRules? = nil
  ) {
    self.version = version
    self.program = program
    (accepted, new) = (PasswordLengths(clamping: acceptedLengths), PasswordLengths(clamping: newLengths))
    self.hasAccounts = hasAccounts
    self.signUp = signUp
    self.logins = logins
    self.isUIDShared = isUIDShared
    self.approval = approval
    self.administration = administration
  }
}

/// The reason why the server cannot do what was asked.
public enum Unavailability: Error, Sendable, Hashable, Codable {
  /// It speaks another version of the protocol.
  case version(ProtocolVersion)
  /// It has as many connections as it takes.
  case busy
  /// The connection has no sign-in, or the request came at a time when it means nothing.
  case notNow
  /// It does not know this request: it is older than the program that sent it.
  case unsupported
  /// Its store failed.
  case store(StoreError)

  // The names of what has no label in Swift.
  private enum VersionCodingKeys: String, CodingKey { case _0 = "spoken" }
  private enum StoreCodingKeys: String, CodingKey { case _0 = "fault" }
}

/// The end of a conversation.
public enum Ending: Sendable, Hashable, Codable {
  /// Signed in, as that email, in that session. With `isNew` the account was created first.
  case signedIn(EmailAddress, Session?, isNew: Bool)
  /// Wrong email or password. The next attempt is blocked for that many seconds, or not at all if nil. With `isNew` the
  /// account was created first.
  case refused(blockedFor: Int?, isNew: Bool)
  /// No attempt is allowed for that many seconds.
  case throttled(seconds: Int, isNew: Bool)
  /// No attempt is allowed until an administrator clears the failures.
  case disabled(isNew: Bool)
  /// It was cancelled.
  case cancelled(isNew: Bool)
  /// The password or the second step is changed.
  case changed
  /// The current password is right. Only ``Begin/Purpose/confirmPassword`` ends so.
  case confirmed
  /// The account has no second step, which was required.
  case secondStepMissing
  /// The right password has expired at the provider that knows it, and can't be changed here.
  case passwordExpired
  /// The new password breaks a rule.
  case violation(PasswordViolation)
  /// The email has an account already.
  case exists
  /// There is an account already, so this would not be the first.
  case notFirst
  /// The name belongs to another account.
  case taken
  /// The store failed.
  case unavailable(StoreError, isNew: Bool)

  // The names of what has no label in Swift.
  private enum SignedInCodingKeys: String, CodingKey { case _0 = "email", _1 = "session", isNew }
  private enum ViolationCodingKeys: String, CodingKey { case _0 = "rule" }
  private enum UnavailableCodingKeys: String, CodingKey { case _0 = "fault", isNew }
}

extension Reply {
  /// The replies that bring the page.
  package static func page(_ page: AttemptPage) -> [Reply] {
    [.rows(page.attempts), .endOfRows(next: page.next)]
  }
}
