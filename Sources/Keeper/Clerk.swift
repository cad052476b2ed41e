import Identity
import Secrets
import Wire

/// Does the jobs of one connection: the use cases, with the source that all its attempts have.
struct Clerk: Sendable {
  let office: Office
  let source: AttemptSource
  /// The user at the other end, who may show tokens.
  let bearer: TokenBearer
  let turn: Turn

  /// Does a job, and wipes its secrets. Cancelling the task ends it early; what has begun in the store is finished.
  /// - Parameter signIn: The sign-in that the job begins or goes on with; nil for other jobs.
  func result(
    of job: Job, _ secrets: [SealedPassword], _ token: SecureToken?, _ signIn: (any SigningInUnderWay)?
  ) async -> JobResult {
    defer {
      for secret in secrets { secret.wipe() }
    }
    if let refusal = await refusal(of: job) { return .replies([refusal]) }
    switch job {
    case .greet: return .replies([await greet()])
    case .converse(let begin, let member):
      if let signIn { return JobResult(await signIn.next(.begin)) }
      return await converse(begin, member, secrets)
    case .goOn(let reaction, _):
      guard let signIn, let answer = Answer(reaction, secrets.first) else { return .ended(.cancelled(isNew: false)) }
      return JobResult(await signIn.next(answer))
    case .page(let search, let before, let member):
      return await replies { () async throws(StoreError) in
        Reply.page(try await activity(of: member).page(of: search, before: before))
      }
    case .previousSignIn(let member):
      return await replies { () async throws(StoreError) in
        [.previous(try await activity(of: member).previousSignIn())]
      }
    case .signOut(let member):
      return await replies { () async throws(StoreError) in
        try await signOut(member)
        return [.done]
      }
    case .endSession(let member):
      return await replies { () async throws(StoreError) in
        if let session = member.session { try await office.store.revoke(.id(session.id), from: source) }
        return [.done]
      }
    case .verify:
      return await verify(token?.digest)
    }
  }

  /// A conversation that questions lead, which begins with its job; nil if the purpose is another.
  func conversation(_ begin: Begin, _ member: Member?, _ password: SealedPassword?) -> (any SigningInUnderWay)? {
    switch begin.purpose {
    case .signIn: signIn(begin, member).begin(begin.login, password)
    // The member proves it as before: by our password, or to another provider.
    case .setUpSecondStep, .link: signIn(begin, member).begin(member?.login ?? begin.login, password)
    case .signUp, .changePassword: nil
    }
  }

  /// Ends a session of which nobody has the token. If this fails, nothing is lost.
  func revoke(_ session: Session) async {
    _ = try? await office.store.revoke(.id(session.id), from: source)
  }

  /// The refusal of a job for a member whose session has ended meanwhile: it expired, or somebody ended it. Nil for other
  /// jobs, and for a member without a session. See Decisions/0162-ended-sessions.md.
  private func refusal(of job: Job) async -> Reply? {
    guard let token = job.onlyFor?.token else { return nil }
    do throws(StoreError) {
      return try await office.store.verify(token, by: bearer) == nil ? .unavailable(.notNow) : nil
    } catch {
      return .unavailable(.store(error))
    }
  }

  private func replies(_ work: () async throws(StoreError) -> [Reply]) async -> JobResult {
    do {
      return .replies(try await work())
    } catch {
      return .replies([.unavailable(.store(error))])
    }
  }

  private func greet() async -> Reply {
    let policy = office.rules.newPassword.policy.length
    do throws(StoreError) {
      guard try office.hasStore() else { return welcome(policy, hasAccounts: false) }
      let hasAccounts = try await !office.store.isEmpty()
      return welcome(try await office.store.widestPasswordLength(including: policy), hasAccounts: hasAccounts)
    } catch {
      // A failure that passes is reported by the sign-in, if it is still there.
      return error.isPermanent ? .unavailable(.store(error)) : welcome(policy, hasAccounts: true)
    }
  }

  private func welcome(_ accepted: ClosedRange<Int>, hasAccounts: Bool) -> Reply {
    .welcome(
      Welcome(
        program: office.rules.program, acceptedLengths: accepted,
        newLengths: office.rules.newPassword.policy.length, hasAccounts: hasAccounts, signUp: office.rules.signUp,
        logins: office.rules.logins))
  }

  private func activity(of member: Member) -> ActivityUseCase {
    ActivityUseCase(attempts: office.store, of: member.email)
  }

  private func verify(_ token: TokenDigest?) async -> JobResult {
    do throws(StoreError) {
      guard let token, try office.hasStore(), let session = try await office.store.verify(token, by: bearer) else {
        return .replies([.verified(nil)])
      }
      return .verified(session, token)
    } catch {
      return .replies([.unavailable(.store(error))])
    }
  }

  private func signOut(_ member: Member) async throws(StoreError) {
    if let token = member.token, try await office.store.revoke(.token(token), from: source) > 0 { return }
    try await office.store.recordSignOut(of: member.email, from: source)
  }

  // MARK: Conversations

  private func converse(_ begin: Begin, _ member: Member?, _ secrets: [SealedPassword]) async -> JobResult {
    switch (begin.purpose, secrets.first, secrets.dropFirst().first) {
    case (.signUp, let password?, _):
      return JobResult(await signUp(begin).signUp(begin.email, password))
    case (.changePassword, let current?, let new?):
      let outcome = await changePassword.changePassword(
        of: begin.email, from: current, to: new, sparing: member?.session?.id)
      return .ended(Ending(outcome))
    case (.signIn, _, _), (.setUpSecondStep, _, _), (.signUp, nil, _), (.changePassword, _, _), (.link, _, _):
      return .ended(.cancelled(isNew: false))
    }
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
    case (.setUpSecondStep, _), (.link, _): .change(of: member?.email, in: member?.session?.id)
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

  private func signUp(_ begin: Begin) -> SignUpUseCase {
    let addAccount = AddAccountUseCase(
      accounts: office.store, source: source, argon2id: office.rules.argon2id, rules: office.rules.newPassword,
      office.rules.signUp ?? .onlyFirst)
    return SignUpUseCase(accounts: office.store, addAccount: addAccount, signIn: signIn(begin))
  }

  private var changePassword: ChangePasswordUseCase {
    ChangePasswordUseCase(
      authenticator: office.authenticator, attempts: office.store, accounts: office.store, source: source,
      throttle: office.rules.throttle, argon2id: office.rules.argon2id, rules: office.rules.newPassword, turn: turn)
  }
}

extension Answer {
  fileprivate init?(_ reaction: Reaction, _ secret: SealedPassword?) {
    switch (reaction, secret) {
    case (.proceed, _): self = .proceed
    case (.method(let method), _): self = .method(method)
    case (.secret(let challenge), let secret?): self = .secret(secret, to: challenge)
    case (.secret, nil): return nil
    }
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
