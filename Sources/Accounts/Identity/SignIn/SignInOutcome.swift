public import Secrets

/// The result of a sign-in.
public enum SignInOutcome: Sendable {
  /// Right email and password.
  case signedIn(SignedIn)
  /// Unknown email, wrong password or locked account. The user is never told which. The next attempt with this email is
  /// blocked for that many seconds, rounded up, or not at all if nil.
  case refused(blockedFor: Int?)
  /// Blocked by the ``Throttle`` for that many seconds, rounded up. The same for known and unknown emails.
  case throttled(seconds: Int)
  /// So many attempts failed that an administrator must clear them first. The same for known and unknown emails.
  case disabled
  /// No password here has the length of this one, so nobody was asked. This is no attempt.
  case passwordLength
  /// The sign-in failed, for the reason given.
  case unavailable(StoreError)
  /// The account has no second step, which was required. The user is not signed in. The right answers are on record, see
  /// ``AttemptOutcome/passed``.
  case secondStepMissing
  /// The conversation was for a change of the account, which is made. It signed nobody in.
  case changed
  /// The conversation was for a link, which is not made: the name belongs to another account. It signed nobody in.
  case taken
  /// The right password has expired at the provider that knows it, and can't be changed here. The user is not signed in.
  /// The right answers are on record, see ``AttemptOutcome/passed``.
  case passwordExpired
  /// The sign-in asks for more than this caller can show. The user is not signed in. The right answer so far is on
  /// record, see ``AttemptOutcome/passed``.
  case unanswered
  /// The task was cancelled. The user is not signed in, and no session is open.
  case cancelled

  /// The sign-in, if it succeeded.
  public var signedIn: SignedIn? {
    if case .signedIn(let signedIn) = self { signedIn } else { nil }
  }
}

/// A user who is signed in.
public struct SignedIn: Sendable {
  /// The account's email, as its owner first typed it.
  public let email: EmailAddress
  /// The session that was opened, or nil if none was asked for.
  public let session: Session?
  /// The only copy of the session's token. Present exactly when ``session`` is.
  public let token: SecureToken?
  /// The login with which the owner signed in: the account's email, or a name that a provider knows.
  public let login: Login
  /// The owner, as the store that signed them in knows them; nil at the other end of a service, which keeps that.
  public let owner: Owner?

  /// A sign-in without a session.
  /// - Parameter login: The login; nil for the email.
  public init(email: EmailAddress, login: Login? = nil, owner: Owner? = nil) {
    self.email = email
    self.owner = owner
    self.login = login ?? .email(email)
    session = nil
    token = nil
  }

  /// A sign-in with a session whose token is `token`.
  /// - Parameter login: The login; nil for the email.
  public init(
    email: EmailAddress, session: Session, token: SecureToken, login: Login? = nil, owner: Owner? = nil
  ) {
    self.email = email
    self.owner = owner
    self.login = login ?? .email(email)
    self.session = session
    self.token = token
  }
}
