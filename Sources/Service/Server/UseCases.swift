public import Identity
public import Secrets
public import Messages

/// The use cases of one store under one set of rules, for one person at one place.
public struct UseCases: Sendable {
  let office: Office
  let source: AttemptSource
  private let bearer: TokenBearer
  private let turn: Turn

  /// - Parameters:
  ///   - office: The store and the rules.
  ///   - source: The source of all attempts.
  ///   - bearer: The user who asks, and who may show tokens.
  ///   - turn: How to wait for attempts of others that are pending.
  public init(_ office: Office, source: AttemptSource, bearer: TokenBearer, turn: Turn) {
    self.office = office
    self.source = source
    self.bearer = bearer
    self.turn = turn
  }

  /// The source that an administrator's program names, as it goes into the log: it claims all but the uid.
  func known(_ source: AttemptSource) -> AttemptSource {
    AttemptSource(tty: source.tty, uid: self.source.uid, host: source.host, program: source.program)
  }

  // MARK: Before a sign-in

  /// The rules that a form shows, and whether there is somebody to sign in.
  /// - Throws: A failure that lasts. One that passes is reported by the sign-in, if it is still there.
  public func welcome() async throws(StoreError) -> Welcome {
    let policy = office.rules.newPassword.policy.length
    do throws(StoreError) {
      guard try office.hasStore() else { return welcome(policy, hasAccounts: false) }
      let hasAccounts = try await !office.store.isEmpty()
      return welcome(try await office.store.widestPasswordLength(including: policy), hasAccounts: hasAccounts)
    } catch {
      if error.isPermanent { throw error }
      return welcome(policy, hasAccounts: true)
    }
  }

  /// The rules that an administrator's program follows. Only looks for the store, and does not open it.
  func welcomeOfAdministrators() throws(StoreError) -> Welcome {
    let rules = AdminRules(
      hasStore: try office.hasStore(), hashCost: office.rules.argon2id.cost, throttle: office.rules.throttle)
    return welcome(office.rules.newPassword.policy.length, hasAccounts: true, rules)
  }

  private func welcome(
    _ accepted: ClosedRange<Int>, hasAccounts: Bool, _ administration: AdminRules? = nil
  ) -> Welcome {
    Welcome(
      program: office.rules.program, acceptedLengths: accepted, newLengths: office.rules.newPassword.policy.length,
      hasAccounts: hasAccounts, signUp: office.rules.signUp, logins: office.rules.logins, administration: administration
    )
  }

  /// Whether somebody may begin that.
  public func allow(_ begin: Begin, _ member: Member?) -> Bool {
    begin.isAllowed(of: member, signUp: office.rules.signUp, logins: office.rules.logins)
  }

  /// A sign-in, or another conversation that questions lead. A member proves it as before: by our password, or to another
  /// provider.
  public func conversation(
    _ begin: Begin, _ member: Member?, _ password: SealedPassword?
  ) -> any SigningInUnderWay {
    let login = begin.purpose.isForMembers ? member?.login ?? begin.login : begin.login
    return signIn(begin, member).begin(login, password)
  }

  /// Creates an account, and signs in.
  public func signUp(_ begin: Begin, _ password: SealedPassword) async -> SignUpOutcome {
    let addAccount = AddAccountUseCase(
      accounts: office.store, source: source, argon2id: office.rules.argon2id, rules: office.rules.newPassword,
      office.rules.signUp ?? .onlyFirst)
    return await SignUpUseCase(accounts: office.store, addAccount: addAccount, signIn: signIn(begin))
      .signUp(begin.email, password)
  }

  private func signIn(_ begin: Begin, _ member: Member? = nil) -> SignInUseCase {
    SignInUseCase(
      authenticator: office.authenticator,
      furtherSteps: furtherSteps(of: begin),
      attempts: office.store, sessions: office.store, source: source, throttle: office.rules.throttle,
      purpose: purpose(of: begin, member), session: begin.wantsSession ? .open(office.rules.session) : .none,
      turn: turn,
      links: Links(office.store, newcomers: office.rules.signUp, onStranger: office.onStranger))
  }

  private func purpose(of begin: Begin, _ member: Member?) -> SignInUseCase.Purpose {
    switch (begin.purpose, member) {
    case (.setUpSecondStep, _), (.link, _): .change(by: member?.owner)
    case (.signIn, _), (.signUp, _), (.changePassword, _):
      begin.requiresSecondStep ? .signInBySecondStep : .signIn
    }
  }

  /// The owner of an account proves to be it before anything changes, as at an unattended screen anybody could ask.
  private func furtherSteps(of begin: Begin) -> [any FurtherStep] {
    switch (begin.purpose, begin.login) {
    case (.setUpSecondStep, _): office.steps.settingUpSecondStep
    case (.link, .name(let name)):
      office.steps.linking + [LinkStep(name, provenBy: office.authenticator, office.store)]
    case (.signIn, _), (.signUp, _), (.changePassword, _), (.link, .email): office.steps.signingIn
    }
  }

  // MARK: For members

  /// Whether the member is still the owner. If their session is open, this counts as a use of it. The store compares the
  /// member once more in each transaction. See Decisions/0162-ended-sessions.md.
  public func knows(_ member: Member) async throws(StoreError) -> Bool {
    if let token = member.token { return try await office.store.verify(token, by: bearer) != nil }
    do throws(StoreError) {
      _ = try await office.store.page(of: AttemptQuery(member: member.owner), before: nil, limit: 1)
      return true
    } catch .keeper(.sessionEnded) {
      return false
    }
  }

  /// Changes the member's password.
  /// - Parameter source: The source of the change, if it is another one.
  public func changePassword(
    of email: EmailAddress, from current: SealedPassword, to new: SealedPassword, _ member: Member?,
    source: AttemptSource? = nil
  ) async -> PasswordChangeOutcome {
    let change = ChangePasswordUseCase(
      authenticator: office.authenticator, attempts: office.store, accounts: office.store,
      source: source.map(known) ?? self.source, throttle: office.rules.throttle, argon2id: office.rules.argon2id,
      rules: office.rules.newPassword, turn: turn)
    return await change.changePassword(of: email, from: current, to: new, by: member?.owner)
  }

  /// The member's activity.
  public func activity(of member: Member) -> ActivityUseCase {
    ActivityUseCase(attempts: office.store, of: member.owner)
  }

  /// The session of a token; nil if it is not valid. This counts as a use of it.
  public func session(of token: TokenDigest) async throws(StoreError) -> Session? {
    guard try office.hasStore() else { return nil }
    return try await office.store.verify(token, by: bearer)
  }

  /// The member leaves, and the log says so.
  public func signOut(_ member: Member) async throws(StoreError) {
    guard let token = member.token else { return try await office.store.recordSignOut(of: member.owner, from: source) }
    try await office.store.revoke(.token(token), from: source)
  }

  /// Ends a session.
  public func end(_ session: Session) async throws(StoreError) {
    try await office.store.revoke(.id(session.id), from: source)
  }
}

extension StoreError {
  /// Whether it makes no sense to ask again before somebody has changed something.
  fileprivate var isPermanent: Bool {
    switch self {
    case .damaged, .untrusted: true
    case .unreachable(.busy, _), .unreachable(.outOfMemory, _), .unreachable(.removed, _), .unreachable(.replaced, _):
      false
    case .unreachable: true
    case .inputOutput, .notRecorded, .hashing, .keeper, .service, .server: false
    }
  }
}
