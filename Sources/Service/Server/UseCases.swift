public import Identity
public import Secrets
public import Messages

/// The use cases of one store under one set of rules, for one person at one place.
public struct UseCases: Sendable {
  let dependencies: UseCaseDependencies
  let source: AttemptSource
  private let bearer: TokenBearer
  private let turn: ThrottleWait

  /// - Parameters:
  ///   - dependencies: The store and the rules.
  ///   - source: The source of all attempts.
  ///   - bearer: The user who asks, and who may show tokens.
  ///   - turn: How to wait for attempts of others that are pending.
  public init(_ dependencies: UseCaseDependencies, source: AttemptSource, bearer: TokenBearer, turn: ThrottleWait) {
    self.dependencies = dependencies
    self.source = source
    self.bearer = bearer
    self.turn = turn
  }

  /// The source that an administrator's program names, as it goes into the log: it claims all but the uid.
  func known(_ source: AttemptSource) -> AttemptSource {
    AttemptSource(tty: source.tty, uid: self.source.uid, host: source.host, program: source.program)
  }

  // MARK: Before a sign-in

  /// The rules that a form shows, and whether there is an account.
  /// - Throws: A failure that lasts. One that passes is reported by the sign-in, if it is still there.
  public func welcome() async throws(StoreError) -> Welcome {
    let policy = dependencies.rules.newPassword.policy.length
    do throws(StoreError) {
      guard try dependencies.hasStore() else { return welcome(policy, hasAccounts: false) }
      let hasAccounts = try await !dependencies.store.isEmpty()
      return welcome(try await dependencies.store.widestPasswordLength(including: policy), hasAccounts: hasAccounts)
    } catch {
      if error.isPermanent { throw error }
      return welcome(policy, hasAccounts: true)
    }
  }

  /// The rules that an administrator's program follows. Only looks for the store, and does not open it.
  func welcomeOfAdministrators() throws(StoreError) -> Welcome {
    let rules = AdminRules(
      hasStore: try dependencies.hasStore(), hashCost: dependencies.rules.argon2id.cost,
      throttle: dependencies.rules.throttle)
    return welcome(dependencies.rules.newPassword.policy.length, hasAccounts: true, rules)
  }

  private func welcome(
    _ accepted: ClosedRange<Int>, hasAccounts: Bool, _ administration: AdminRules? = nil
  ) -> Welcome {
    Welcome(
      program: dependencies.rules.program, acceptedLengths: accepted,
      newLengths: dependencies.rules.newPassword.policy.length,
      hasAccounts: hasAccounts, signUp: dependencies.rules.signUp, logins: dependencies.rules.logins,
      isUIDShared: dependencies.rules.throttle.gateUIDs.contains(source.uid), administration: administration
    )
  }

  /// Whether this may begin.
  public func allow(_ begin: Begin, _ member: Member?) -> Bool {
    begin.isAllowed(of: member, signUp: dependencies.rules.signUp, logins: dependencies.rules.logins)
  }

  /// A sign-in, or another conversation that questions lead. A member proves it as before: by our password, or to another
  /// provider.
  public func conversation(
    _ begin: Begin, _ member: Member?, _ password: SealedPassword?
  ) -> any SignInConversation {
    let login = begin.purpose.isForMembers ? member?.login ?? begin.login : begin.login
    return signIn(begin, member).begin(login, password)
  }

  /// Ends a conversation whose form has left. Its attempt is settled at once.
  public static func leave(_ conversation: any SignInConversation) async {
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = await conversation.next(.proceed)
    }.value
  }

  /// Creates an account, and signs in.
  public func signUp(_ begin: Begin, _ password: SealedPassword) async -> SignUpOutcome {
    let addAccount = AddAccountUseCase(
      accounts: dependencies.store, source: source, argon2id: dependencies.rules.argon2id,
      rules: dependencies.rules.newPassword,
      dependencies.rules.signUp ?? .onlyFirst)
    return await SignUpUseCase(accounts: dependencies.store, addAccount: addAccount, signIn: signIn(begin))
      .signUp(begin.email, password)
  }

  private func signIn(_ begin: Begin, _ member: Member? = nil) -> SignInUseCase {
    SignInUseCase(
      authenticator: dependencies.authenticator,
      furtherSteps: furtherSteps(of: begin, member),
      attempts: dependencies.store, sessions: dependencies.store, source: source, throttle: dependencies.rules.throttle,
      purpose: purpose(of: begin, member), session: begin.wantsSession ? .open(dependencies.rules.session) : .none,
      turn: turn,
      links: LinkedSubjects(
        dependencies.store, newcomers: dependencies.rules.signUp, onStranger: dependencies.onStranger),
      confirmed: begin.purpose.isConfirmable && member?.confirmed != nil ? dependencies.store : nil)
  }

  private func purpose(of begin: Begin, _ member: Member?) -> SignInUseCase.Purpose {
    switch (begin.purpose, member) {
    case (.setUpSecondStep, _), (.removeSecondStep, _), (.newRecoveryCodes, _), (.endSessions, _), (.link, _):
      .change(by: member?.owner)
    case (.signIn, _), (.signUp, _), (.changePassword, _), (.confirmPassword, _):
      begin.requiresSecondStep ? .signInBySecondStep : .signIn
    }
  }

  /// Reauthenticates before a change, in case the screen is unattended.
  private func furtherSteps(of begin: Begin, _ member: Member?) -> [any FurtherStep] {
    switch (begin.purpose, begin.login) {
    case (.setUpSecondStep, _): dependencies.steps.settingUpSecondStep
    case (.removeSecondStep, _): dependencies.steps.removingSecondStep
    case (.newRecoveryCodes, _): dependencies.steps.makingRecoveryCodes
    case (.endSessions, _):
      dependencies.steps.confirming + [
        EndSessionsStep(begin.ends.map { .one($0) } ?? .all, of: member?.owner, store: dependencies.store)
      ]
    case (.link, .name(let name)):
      dependencies.steps.confirming + [LinkStep(name, provenBy: dependencies.authenticator, dependencies.store)]
    case (.signIn, _), (.signUp, _), (.changePassword, _), (.confirmPassword, _), (.link, .email):
      dependencies.steps.signingIn
    }
  }

  // MARK: For members

  /// Whether the member is still the owner. If their session is open, this counts as a use of it. The store compares the
  /// member once more in each transaction. See Decisions/0164-strangers-at-a-service.md.
  public func knows(_ member: Member) async throws(StoreError) -> Bool {
    if let token = member.token { return try await dependencies.store.verify(token, by: bearer) != nil }
    do throws(StoreError) {
      _ = try await dependencies.store.page(of: AttemptQuery(member: member.owner), before: nil, limit: 1)
      return true
    } catch .service(.sessionEnded) {
      return false
    }
  }

  /// Changes the member's password.
  /// - Parameter source: The source of the change, if it is another one.
  public func changePassword(
    of email: EmailAddress, from current: SealedPassword, to new: SealedPassword, _ member: Member?,
    source: AttemptSource? = nil
  ) async -> PasswordChangeOutcome {
    await change(from: source).changePassword(of: email, from: current, to: new, by: member?.owner)
  }

  /// Verifies the member's current password before a new one is asked for.
  /// - Parameter source: The source of the attempt, if it is another one.
  public func confirm(
    _ password: SealedPassword, of email: EmailAddress, _ member: Member?, source: AttemptSource? = nil
  ) async -> PasswordChangeOutcome {
    await change(from: source).confirm(password, of: email, by: member?.owner)
  }

  private func change(from source: AttemptSource?) -> ChangePasswordUseCase {
    ChangePasswordUseCase(
      authenticator: dependencies.authenticator, attempts: dependencies.store, accounts: dependencies.store,
      source: source.map(known) ?? self.source, throttle: dependencies.rules.throttle,
      argon2id: dependencies.rules.argon2id,
      rules: dependencies.rules.newPassword, turn: turn)
  }

  /// The member's activity.
  public func activity(of member: Member) -> ActivityUseCase {
    ActivityUseCase(attempts: dependencies.store, of: member.owner)
  }

  /// The member's account.
  public func account(of member: Member) -> AccountOverviewUseCase {
    AccountOverviewUseCase(dependencies.store, of: member.owner)
  }

  /// The session of a token; nil if it is not valid. This counts as a use of it.
  public func session(of token: TokenDigest) async throws(StoreError) -> Session? {
    guard try dependencies.hasStore() else { return nil }
    return try await dependencies.store.verify(token, by: bearer)
  }

  /// The member signs out, and the log has a row about it.
  public func signOut(_ member: Member) async throws(StoreError) {
    guard let token = member.token else {
      return try await dependencies.store.recordSignOut(of: member.owner, from: source)
    }
    try await dependencies.store.revoke(.token(token), from: source)
  }

  /// Ends a session.
  public func end(_ session: Session) async throws(StoreError) {
    try await dependencies.store.revoke(.id(session.id), from: source)
  }
}

extension StoreError {
  /// Whether a retry is pointless until something was changed.
  fileprivate var isPermanent: Bool {
    switch self {
    case .damaged, .untrusted: true
    case .unreachable(.busy, _), .unreachable(.outOfMemory, _), .unreachable(.removed, _), .unreachable(.replaced, _):
      false
    case .unreachable: true
    case .inputOutput, .notRecorded, .hashing, .service, .socket, .database: false
    }
  }
}
