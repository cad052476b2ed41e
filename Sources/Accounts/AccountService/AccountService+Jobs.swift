import Identity
import Secrets

extension AccountService {
  /// Does a job. Cancelling the task ends it early; what has begun in the store is finished.
  /// - Parameter signIn: The sign-in that the job begins or goes on with; nil for other jobs.
  func result(
    of job: Job, _ secrets: [SealedPassword], _ token: SecureToken?, _ signIn: (any SignInConversation)?
  ) async -> JobResult {
    do throws(StoreError) {
      if let member = job.onlyFor, try await !knows(member) { return .replies([.unavailable(.notNow)]) }
      switch job {
      case .greet(_, .signIn): return .replies([.welcome(try await welcome())])
      case .greet(_, .administration): return .replies([.welcome(try welcomeOfAdministrators())])
      case .administer(let request, let accounts): return .replies(try await replies(to: request, accounts))
      case .converse(let begin, let member):
        if let signIn { return JobResult(await signIn.next(.begin)) }
        return await converse(begin, member, secrets)
      case .goOn(let reaction, _):
        guard let signIn, let answer = Answer(reaction, secrets.first) else { return .ended(.cancelled(isNew: false)) }
        return JobResult(await signIn.next(answer))
      case .member(let request, let member): return .replies(try await replies(to: request, member))
      case .findOwner(let account): return .replies([.email(try await currentEmail(of: account))])
      case .verify:
        guard let token = token?.digest, let session = try await session(of: token) else {
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

  private func replies(to request: Request, _ member: Member) async throws(StoreError) -> [Reply] {
    let account = ReadAccountUseCase(configuration.store, of: member.owner)
    switch request {
    case .page(let search, let before): return Reply.page(try await account.page(of: search, before: before))
    case .previousSignIn: return [.previous(try await account.previousSignIn())]
    case .overview: return [.account(overview: try await account.overview())]
    case .signOut: try await signOut(member)
    case .endSession: if let session = member.session { try await end(session) }
    case .hello, .begin, .method, .proceed, .cancel, .owner, .administer: return [.unavailable(.notNow)]
    }
    return [.done]
  }

  private func converse(_ begin: Begin, _ member: Member?, _ secrets: [SealedPassword]) async -> JobResult {
    // Only an administrator's program comes without a member, and names a source.
    let change = changingPassword(member, from: member == nil ? begin.source : nil)
    return switch (begin.purpose, secrets.first, secrets.dropFirst().first) {
    case (.signUp, let password?, _): JobResult(await signUp(begin, password))
    case (.changePassword, let current?, let new?):
      JobResult(await change.changePassword(of: begin.email, from: current, to: new))
    case (.confirmPassword, let current?, _): JobResult(await change.confirm(current, of: begin.email))
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
