public import Identity
public import Secrets
public import Messages

/// The account that signed in at a form. There is one only after the log has it.
public struct Member: Sendable, Equatable {
  /// The account's email.
  public let email: EmailAddress
  /// The session, unless the sign-in opened none.
  public let session: Session?
  /// The digest of the session's token; nil without a session.
  public let token: TokenDigest?
  /// The login that was proven.
  public let login: Login

  /// Somebody who has proven `login`.
  public init(_ signedIn: SignedIn, by login: Login) {
    (email, session, token) = (signedIn.email, signedIn.session, signedIn.token?.digest)
    self.login = login
  }

  /// The owner of a session.
  public init(of session: Session, _ token: TokenDigest) {
    (email, self.session, self.token, login) = (session.email, session, token, .email(session.email))
  }
}

extension Begin.Purpose {
  /// Whether it is a change that only a member can make.
  public var isForMembers: Bool {
    switch self {
    case .changePassword, .setUpSecondStep, .link: true
    case .signIn, .signUp: false
    }
  }
}

extension Begin {
  /// Whether somebody may begin that.
  /// - Parameters:
  ///   - entrance: Where they came in. An administrator's program changes a password for its owner, and nothing else.
  ///   - member: Who has signed in; nil for nobody.
  ///   - signUp: When somebody may create an account; nil for never.
  ///   - logins: The names under which people can sign in.
  func isAllowed(
    at entrance: Keeper.Entrance = .signIn, of member: Member?, signUp: AdditionCondition?, logins: LoginKind
  ) -> Bool {
    if case .administration = entrance { return purpose == .changePassword }
    return switch purpose {
    case .signIn: logins.takes(login)
    case .signUp: signUp != nil && !isByName && logins.takesSignUp(email)
    case .changePassword, .setUpSecondStep: member?.email == email
    case .link: member?.token != nil && isByName && logins.takes(login)
    }
  }

  private var isByName: Bool {
    if case .name = login { true } else { false }
  }
}
