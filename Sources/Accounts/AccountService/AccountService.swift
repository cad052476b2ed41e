import Identity
import Secrets

/// The accounts of one store under one set of rules, for one person at one place.
public struct AccountService: Sendable {
  let configuration: Configuration
  let source: AttemptSource
  private let bearer: TokenBearer
  private let turn: ThrottleWait
  /// Whether the form can have a key sign.
  private let signs: Bool
  /// The work of the whole service.
  let load: @Sendable () async -> ServiceLoad

  /// - Parameters:
  ///   - configuration: The store and the rules.
  ///   - source: The source of all attempts.
  ///   - bearer: The user who asks, and who may show tokens.
  ///   - signs: Whether the form can have a key sign.
  ///   - turn: How to wait for attempts of others that are pending.
  ///   - load: The work of the whole service.
  init(
    _ configuration: Configuration, source: AttemptSource, bearer: TokenBearer, signs: Bool, turn: ThrottleWait,
    load: @escaping @Sendable () async -> ServiceLoad
  ) {
    self.configuration = configuration
    self.source = source
    self.bearer = bearer
    self.signs = signs
    self.turn = turn
    self.load = load
  }

  /// The source that an administrator's program names, as it goes into the log: it claims all but the uid.
  func known(_ source: AttemptSource) -> AttemptSource {
    AttemptSource(
      tty: source.tty, uid: self.source.uid, host: source.host, program: source.program, person: self.source.person)
  }

  // MARK: Before a sign-in

  /// The rules that a form shows, and whether there is an account.
  /// - Throws: A failure that lasts. One that passes is reported by the sign-in, if it is still there.
  func welcome() async throws(StoreError) -> Welcome {
    let policy = configuration.rules.newPassword.policy.length
    do throws(StoreError) {
      guard try configuration.hasStore() else { return welcome(policy, hasAccounts: false) }
      let hasAccounts = try await !configuration.store.isEmpty()
      return welcome(try await configuration.store.widestPasswordLength(including: policy), hasAccounts: hasAccounts)
    } catch {
      if error.isPermanent { throw error }
      return welcome(policy, hasAccounts: true)
    }
  }

  /// The rules that an administrator's program follows. Only looks for the store, and does not open it.
  func welcomeOfAdministrators() throws(StoreError) -> Welcome {
    let rules = AdminRules(
      hasStore: try configuration.hasStore(), hashCost: configuration.rules.argon2id.cost,
      throttle: configuration.rules.throttle, takesSoftwareKeys: configuration.rules.takesSoftwareKeys)
    return welcome(configuration.rules.newPassword.policy.length, hasAccounts: true, rules)
  }

  private func welcome(
    _ accepted: ClosedRange<Int>, hasAccounts: Bool, _ administration: AdminRules? = nil
  ) -> Welcome {
    Welcome(
      program: configuration.rules.program, acceptedLengths: accepted,
      newLengths: configuration.rules.newPassword.policy.length,
      hasAccounts: hasAccounts, signUp: configuration.rules.signUp, logins: configuration.rules.logins,
      isUIDShared: configuration.rules.throttle.gateUIDs.contains(source.counted.uid),
      approval: configuration.rules.approval, administration: administration)
  }

  /// A sign-in, or another conversation that questions lead; nil if the purpose is another. A member proves it as before: by
  /// our password, or to another provider.
  func conversation(_ begin: Begin, _ member: Member?, _ password: SealedPassword?) -> (any SignInConversation)? {
    guard begin.purpose.leadsByQuestions else { return nil }
    let login = begin.purpose.isForMembers ? member?.login ?? begin.login : begin.login
    return signIn(begin, member).begin(login, password)
  }

  /// Ends a conversation whose form has left. Its attempt is settled at once.
  static func leave(_ conversation: any SignInConversation) async {
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = await conversation.next(.proceed)
    }.value
  }

  /// Creates an account, and signs in.
  func signUp(_ begin: Begin, _ password: SealedPassword) async -> SignUpOutcome {
    let addAccount = AddAccountUseCase(
      accounts: configuration.store, source: source, argon2id: configuration.rules.argon2id,
      rules: configuration.rules.newPassword,
      configuration.rules.signUp ?? .onlyFirst)
    return await SignUpUseCase(accounts: configuration.store, addAccount: addAccount, signIn: signIn(begin))
      .signUp(begin.email, password)
  }

  private func signIn(_ begin: Begin, _ member: Member? = nil) -> SignInUseCase {
    SignInUseCase(
      authenticator: configuration.authenticator,
      furtherSteps: furtherSteps(of: begin, member),
      attempts: configuration.store, accounts: configuration.store, sessions: configuration.store, source: source,
      throttle: configuration.rules.throttle,
      purpose: purpose(of: begin, member), session: begin.wantsSession ? configuration.rules.session : nil,
      turn: turn,
      links: LinkedSubjects(
        configuration.store, newcomers: configuration.rules.signUp, onStranger: configuration.onStranger),
      isConfirmed: begin.purpose.isConfirmable && member?.confirmed != nil, signs: signs)
  }

  private func purpose(of begin: Begin, _ member: Member?) -> SignInUseCase.Purpose {
    if begin.purpose.isChange { return .change(by: member?.owner) }
    if let account = begin.account { return .unlock(account) }
    return begin.requiresSecondStep ? .signInBySecondStep : .signIn
  }

  /// Reauthenticates before a change, in case the screen is unattended.
  private func furtherSteps(of begin: Begin, _ member: Member?) -> [any FurtherStep] {
    let (store, steps) = (configuration.store, configuration.steps)
    func change(_ step: (any FurtherStep)?) -> [any FurtherStep] { steps.confirming + [step].compactMap(\.self) }
    return switch (begin.purpose, begin.login) {
    case (.setUpSecondStep, _): change(steps.settingUpSecondStep)
    case (.removeSecondStep, _): change(RemovingSecondStep(store: store))
    case (.newRecoveryCodes, _): change(NewRecoveryCodesStep(store: store))
    case (.addKey, _): change(steps.addingKey)
    case (.removeKey, _): change(begin.key.map { RemoveKeyStep($0, store: store) })
    case (.endSessions, _):
      change(EndSessionsStep(begin.ends.map { .one($0) } ?? .all, of: member?.owner, store: store))
    case (.link, .name(let name)): change(LinkStep(name, provenBy: configuration.authenticator, store))
    case (.signIn, _), (.signUp, _), (.changePassword, _), (.confirmPassword, _), (.link, .email): steps.signingIn
    }
  }

  // MARK: For members

  /// Whether the member is still the owner. If their session is open, this counts as a use of it. The store compares the
  /// member once more in each transaction. See Decisions/0164-strangers-at-a-service.md.
  func knows(_ member: Member) async throws(StoreError) -> Bool {
    if let token = member.token { return try await configuration.store.verify(token, by: bearer) != nil }
    do throws(StoreError) {
      _ = try await configuration.store.page(of: AttemptQuery(member: member.owner), before: nil, limit: 1)
      return true
    } catch .service(.sessionEnded) {
      return false
    }
  }

  /// Changes a password: the member's, or that of anybody who knows it at an administrator's program.
  /// - Parameter source: The source of the change, if it is another one.
  func changingPassword(_ member: Member?, from source: AttemptSource? = nil) -> ChangePasswordUseCase {
    ChangePasswordUseCase(
      by: member?.owner, authenticator: configuration.authenticator, attempts: configuration.store,
      accounts: configuration.store, source: source.map(known) ?? self.source, throttle: configuration.rules.throttle,
      argon2id: configuration.rules.argon2id, rules: configuration.rules.newPassword, turn: turn)
  }

  /// The session of a token; nil if it is not valid. This counts as a use of it.
  func session(of token: TokenDigest) async throws(StoreError) -> Session? {
    guard try configuration.hasStore() else { return nil }
    return try await configuration.store.verify(token, by: bearer)
  }

  /// The email that an account has now; nil if it is gone.
  func currentEmail(of account: AccountReference) async throws(StoreError) -> EmailAddress? {
    guard try configuration.hasStore() else { return nil }
    return try await configuration.store.currentEmail(of: account)
  }

  /// The member signs out, and the log has a row about it.
  func signOut(_ member: Member) async throws(StoreError) {
    guard let token = member.token else {
      return try await configuration.store.recordSignOut(of: member.owner, from: source)
    }
    try await configuration.store.revoke(.token(token), from: source)
  }

  /// Ends a session.
  func end(_ session: Session) async throws(StoreError) {
    try await configuration.store.revoke(.id(session.id), from: source)
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
    case .inputOutput, .notRecorded, .noThread, .hashing, .service, .socket, .notStarted, .database, .provider: false
    }
  }
}
