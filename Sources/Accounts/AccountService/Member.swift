package import Identity
package import Secrets

/// The account that signed in at a form. There is one only after the log has it.
package struct Member: Sendable, Equatable {
  /// The owner of the account, as the store compares them in each transaction.
  package var owner: Owner
  /// The session, unless the sign-in opened none.
  package let session: Session?
  /// The digest of the session's token; nil without a session.
  package let token: TokenDigest?
  /// The login that was proven.
  package let login: Login
  /// When they last proved who they are for a change of the account; nil once that has expired. See ``asOf(_:)``.
  package private(set) var confirmed: ContinuousClock.Instant?

  /// A change asks who they are, and further ones within this time don't.
  package static let confirmationLasts = Duration.seconds(300)

  /// The account's email.
  package var email: EmailAddress { owner.email }

  /// A user who has proven `login`; nil if another program keeps the account.
  package init?(_ signedIn: SignedIn, by login: Login) {
    guard let owner = signedIn.owner else { return nil }
    (self.owner, session, token) = (owner, signedIn.session, signedIn.token?.digest)
    self.login = login
  }

  /// The owner of a session.
  package init(of session: Session, _ token: TokenDigest) {
    owner = Owner(of: session.email, by: .session(session.id))
    (self.session, self.token, login) = (session, token, .email(session.email))
  }

  /// The same at a moment, which decides whether a change that begins then asks who they are.
  package func asOf(_ now: ContinuousClock.Instant) -> Member {
    var member = self
    if let confirmed, now - confirmed >= Self.confirmationLasts { member.confirmed = nil }
    return member
  }

  /// The same after they made that change of their account.
  /// - Parameters:
  ///   - first: The member who began it. One who was not confirmed then has been asked who they are.
  ///   - now: The moment.
  package func after(_ change: Begin.Purpose, begunBy first: Member, at now: ContinuousClock.Instant = .now) -> Member {
    var member = self
    if change.changesAccount { member.owner = owner.afterOwnChange }
    if change.isConfirmable && first.confirmed == nil { member.confirmed = now }
    return member
  }
}

extension Begin.Purpose {
  /// Whether its good end is a change, not a sign-in.
  var isChange: Bool {
    switch self {
    case .setUpSecondStep, .removeSecondStep, .newRecoveryCodes, .addKey, .removeKey, .endSessions, .link: true
    case .signIn, .signUp, .changePassword, .confirmPassword: false
    }
  }

  /// Whether the server asks for all that it needs.
  var leadsByQuestions: Bool { self == .signIn || isChange }

  /// Whether an administrator's program may begin it.
  var isForAdministrators: Bool { self == .changePassword || self == .confirmPassword }

  /// Whether it is a change that only a member can make.
  var isForMembers: Bool { isChange || isForAdministrators }

  /// Whether it asks who the member is, unless they have proven that lately. A change of the password asks for the current
  /// one in any case, and a link for what it links.
  var isConfirmable: Bool {
    switch self {
    case .setUpSecondStep, .removeSecondStep, .newRecoveryCodes, .addKey, .removeKey, .endSessions: true
    case .signIn, .signUp, .changePassword, .confirmPassword, .link: false
    }
  }

  /// Whether its end is a change that gives the account another revision.
  fileprivate var changesAccount: Bool {
    switch self {
    case .changePassword, .setUpSecondStep, .removeSecondStep, .newRecoveryCodes, .addKey, .removeKey: true
    case .signIn, .signUp, .confirmPassword, .endSessions, .link: false
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
    at entrance: Entrance = .signIn, of member: Member?, signUp: AdditionCondition?, logins: LoginKind
  ) -> Bool {
    if case .administration = entrance { return purpose.isForAdministrators }
    return switch purpose {
    case .signIn: logins.takes(login)
    case .signUp: signUp != nil && !isByName && logins.takesSignUp(email)
    case .changePassword, .confirmPassword, .setUpSecondStep, .removeSecondStep, .newRecoveryCodes, .addKey,
      .endSessions:
      member?.email == email
    case .removeKey: member?.email == email && key != nil
    case .link: member?.token != nil && isByName && logins.takes(login)
    }
  }

  private var isByName: Bool {
    if case .name = login { true } else { false }
  }
}
