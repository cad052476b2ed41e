public import Secrets

/// How a sign-in ends.
public enum SignInOutcome: Sendable {
  /// Right email and password.
  case signedIn(SignedIn)
  /// Unknown email, wrong password or locked account: nobody is told which.
  case refused
  /// Blocked by the ``Throttle`` for that many seconds, rounded up. The same for known and unknown emails.
  case throttled(seconds: Int)
  /// It could not be found out, for the reason given.
  case unavailable(StoreError)
  /// The task was cancelled; nobody is signed in and no session is open.
  case cancelled

  /// The sign-in, where it succeeded.
  public var signedIn: SignedIn? {
    if case .signedIn(let signedIn) = self { signedIn } else { nil }
  }
}

/// Somebody signed in.
public struct SignedIn: Sendable {
  /// The account's address, as its owner first typed it.
  public let email: EmailAddress
  /// The session that was opened, nil when none was asked for.
  public let session: Session?
  /// The only copy of the session's token; there exactly when ``session`` is.
  public let token: SecureToken?

  /// Signed in, without a session.
  public init(email: EmailAddress) {
    self.email = email
    session = nil
    token = nil
  }

  /// Signed in, with a session whose token is `token`.
  public init(email: EmailAddress, session: Session, token: SecureToken) {
    self.email = email
    self.session = session
    self.token = token
  }
}
