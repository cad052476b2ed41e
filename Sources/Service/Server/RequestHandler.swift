import Identity
import Secrets
import Messages

/// Does the jobs of one connection, and returns the results as replies.
struct RequestHandler: Sendable {
  let useCases: UseCases
  /// The work of the whole server.
  let load: @Sendable () async -> ServiceLoad

  /// Does a job, and wipes its secrets. Cancelling the task ends it early; what has begun in the store is finished.
  /// - Parameter signIn: The sign-in that the job begins or goes on with; nil for other jobs.
  func result(
    of job: Job, _ secrets: [SealedPassword], _ token: SecureToken?, _ signIn: (any SignInConversation)?
  ) async -> JobResult {
    defer {
      for secret in secrets { secret.wipe() }
    }
    do throws(StoreError) {
      if let member = job.onlyFor, try await !useCases.knows(member) { return .replies([.unavailable(.notNow)]) }
      switch job {
      case .greet(.signIn): return .replies([.welcome(try await useCases.welcome())])
      case .greet(.administration): return .replies([.welcome(try useCases.welcomeOfAdministrators())])
      case .administer(let request, let accounts): return .replies(try await replies(to: request, accounts))
      case .converse(let begin, let member):
        if let signIn { return JobResult(await signIn.next(.begin)) }
        return await converse(begin, member, secrets)
      case .goOn(let reaction, _):
        guard let signIn, let answer = Answer(reaction, secrets.first) else { return .ended(.cancelled(isNew: false)) }
        return JobResult(await signIn.next(answer))
      case .page(let search, let before, let member):
        return .replies(Reply.page(try await useCases.activity(of: member).page(of: search, before: before)))
      case .previousSignIn(let member):
        return .replies([.previous(try await useCases.activity(of: member).previousSignIn())])
      case .account(let member):
        return .replies([.fitting(try await useCases.account(of: member).overview())])
      case .signOut(let member):
        try await useCases.signOut(member)
        return .replies([.done])
      case .endSession(let member):
        if let session = member.session { try await useCases.end(session) }
        return .replies([.done])
      case .verify:
        guard let token = token?.digest, let session = try await useCases.session(of: token) else {
          return .replies([.verified(nil)])
        }
        return .verified(session, token)
      }
    } catch .service(.sessionEnded) {
      return .replies([.unavailable(.notNow)])
    } catch {
      return .replies([.unavailable(.store(error))])
    }
  }

  /// A conversation that questions lead, which begins with its job; nil if the purpose is another.
  func conversation(_ begin: Begin, _ member: Member?, _ password: SealedPassword?) -> (any SignInConversation)? {
    switch begin.purpose {
    case .signUp, .changePassword, .confirmPassword: nil
    default: useCases.conversation(begin, member, password)
    }
  }

  /// Ends a session whose token was not delivered. If this fails, nothing is lost.
  func revoke(_ session: Session) async {
    try? await useCases.end(session)
  }

  private func converse(_ begin: Begin, _ member: Member?, _ secrets: [SealedPassword]) async -> JobResult {
    // Only an administrator's program comes without a member, and names a source.
    let source = member == nil ? begin.source : nil
    return switch (begin.purpose, secrets.first, secrets.dropFirst().first) {
    case (.signUp, let password?, _):
      JobResult(await useCases.signUp(begin, password))
    case (.changePassword, let current?, let new?):
      JobResult(
        await useCases.changePassword(of: begin.email, from: current, to: new, member, source: source))
    case (.confirmPassword, let current?, _):
      JobResult(await useCases.confirm(current, of: begin.email, member, source: source))
    default:
      .ended(.cancelled(isNew: false))
    }
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
