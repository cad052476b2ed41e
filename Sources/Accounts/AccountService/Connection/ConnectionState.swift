import Identity
import Secrets

/// The rules of a connection: each message of the program at the other end, and each result of a ``Job``, gives the
/// next ``Step``. It is a pure value, and ``Connection`` does the steps.
///
/// After ``Step/disconnect(_:_:)`` it gives no more replies. Each request gets exactly one answer, unless the
/// connection ends first.
struct ConnectionState {
  /// The next thing to do.
  enum Step {
    /// Do the job for the request of that number.
    case run(Job, UInt16)
    /// Wait for the rest of a request: the secrets of a conversation, or more accounts of an import.
    case awaitMore
    /// Send what the conversation asks or tells, and wait for the answer.
    case awaitAnswer(Reply, UInt16)
    /// Keep the secret: another one follows.
    case keepSecret
    /// Answer at once, without a job.
    case answer(Reply, UInt16)
    /// Drop the conversation, which has no job, with the secrets that came so far. Then answer.
    case drop(Reply, UInt16)
    /// Cancel the job of that number. It is answered when it is done.
    case cancel(UInt16)
    /// Send the replies of a job.
    case reply([Reply], UInt16)
    /// Send the end of a conversation, and the token behind it.
    case sendSignedIn(SignedIn, isNew: Bool, UInt16)
    /// End the session, whose token was not delivered. Then send the answer, if there is one.
    case revoke(Session, Reply?, UInt16)
    /// Nothing.
    case nothing
    /// End the connection, with a last reply if there is one.
    case disconnect(Reply?, UInt16)
  }

  private enum Phase {
    /// Nothing was received yet.
    case connected
    /// The welcome is being prepared.
    case greeting(UInt16)
    case open
    case over
  }

  private enum Pending {
    /// A conversation that lacks the secrets of these kinds.
    case secrets(Begin, [SecretKind])
    /// The conversation has a job.
    case conversation(isCancelled: Bool)
    /// The conversation waits for an answer to this.
    case asked(Question)
    /// The conversation waits until its form has shown something.
    case told
    case other(Job, isCancelled: Bool = false)

    /// Whether it is a conversation that is not cancelled.
    var isLive: Bool {
      switch self {
      case .secrets, .conversation(isCancelled: false), .asked, .told: true
      case .conversation(isCancelled: true), .other: false
      }
    }
  }

  /// The requests of one form that may be under way at once, beside a conversation.
  static let mostRequests = 4
  /// The requests of one form that may be under way though they are cancelled. A search that is cancelled still ends,
  /// and an attempt is still settled, while its user is already typing the next word.
  static let mostCancelled = 32

  /// The most bytes of a message of a form without a member, who has nothing long to say.
  static let longestOfStranger = 4096

  /// The most accounts of one import, to limit memory.
  static let mostAccounts = 1_000_000

  private let entrance: Entrance
  private let signUp: AdditionCondition?
  private let logins: LoginKind
  private var phase = Phase.connected
  private var requests: [UInt16: Pending] = [:]
  private var member: Member?
  /// The conversation that began last, with who had signed in then.
  private var begun: (begin: Begin, number: UInt16, member: Member?)?
  /// The request that signed the member in.
  private var signIn: UInt16?
  /// The accounts of an import, of which more may come with the same number.
  private var gathered: (number: UInt16, accounts: [NewAccount])?

  /// - Parameters:
  ///   - entrance: Where the program came in, which decides what it may ask.
  ///   - signUp: When somebody may create an account; nil for never.
  ///   - logins: The names under which people can sign in.
  init(_ entrance: Entrance = .signIn, signUp: AdditionCondition?, logins: LoginKind = .email) {
    self.entrance = entrance
    self.signUp = signUp
    self.logins = logins
  }

  /// The most bytes that a message may have now, within the limits of the protocol.
  var longestMessage: Int { entrance == .signIn && member == nil ? Self.longestOfStranger : .max }

  /// The form sent a request.
  mutating func take(_ request: Request, _ number: UInt16) -> Step {
    switch (phase, request) {
    case (.over, _): return .nothing
    case (.connected, .hello(let hello)):
      guard hello.version.isCompatible else {
        return disconnect(.unavailable(.version(.current)), number)
      }
      phase = .greeting(number)
      return .run(.greet(hello, entrance), number)
    case (.connected, _): return disconnect(.unavailable(.notNow), number)
    case (.open, .cancel): return cancel(number)
    case (.open, .method(let method)):
      guard case .asked(let question)? = requests[number], question.methods.contains(method) else {
        return disconnect()
      }
      return goOn(.method(method), number)
    case (.open, .proceed):
      guard case .told? = requests[number] else { return disconnect() }
      return goOn(.proceed, number)
    case (.greeting, _), (.open, .hello): return disconnect()
    case (.open, _) where requests[number] != nil: return disconnect()
    case (.open, .begin(let begin)): return self.begin(begin, number)
    case (.open, .administer(let request)): return administer(request, number)
    case (.open, _) where entrance == .administration: return disconnect()
    case (.open, .owner(let account)): return run(.findOwner(account), number)
    case (.open, _):
      let step = run(member.map { .member(request, $0) }, number)
      // A member who leaves is gone as soon as that was asked for.
      if request.leaves, case .run = step { member = nil }
      return step
    }
  }

  /// The form sent a secret.
  mutating func take(_ secret: SecretPrefix) -> Step {
    let (kind, number) = (secret.kind, secret.sequence)
    switch phase {
    case .over: return .nothing
    case .connected: return disconnect(.unavailable(.notNow), number)
    case .greeting: return disconnect()
    case .open: break
    }
    switch requests[number] {
    case .asked where kind == .password:
      return answer(secret.challenge, number)
    case .secrets(let begin, let kinds) where kinds.first == kind && secret.challenge == nil:
      requests[number] = .secrets(begin, Array(kinds.dropFirst()))
      return kinds.count == 1 ? converse(begin, number) : .keepSecret
    case nil where kind == .token && secret.challenge == nil && entrance == .signIn: return run(.verify, number)
    case .secrets, .conversation, .asked, .told, .other, nil: return disconnect()
    }
  }

  /// The form sent a request that only a later version of the protocol has.
  mutating func takeUnknown(_ number: UInt16) -> Step {
    guard case .open = phase, requests[number] == nil else { return disconnect() }
    return .answer(.unavailable(.unsupported), number)
  }

  /// A message broke the protocol.
  /// - Parameter version: The version of a greeting that can't be read, if that is what it was.
  mutating func protocolError(_ version: ProtocolVersion? = nil) -> Step {
    if case .connected = phase, let version, !version.isCompatible {
      return disconnect(.unavailable(.version(.current)), 0)
    }
    return disconnect()
  }

  /// A limit does not allow for the conversation's job.
  mutating func refused(_ number: UInt16) -> Step {
    requests[number] = nil
    return .drop(.unavailable(.busy), number)
  }

  /// The connection is over. Jobs go on, and their results have no one to go to.
  mutating func close() { _ = disconnect() }

  /// Whether a conversation waits for its form.
  var isWaiting: Bool {
    requests.values.contains { request in
      switch request {
      case .secrets, .asked, .told: true
      case .conversation, .other: false
      }
    }
  }

  /// A job is done.
  mutating func finished(_ number: UInt16, _ result: JobResult) -> Step {
    if case .over = phase { return orphaned(result, number) }
    if case .greeting(let hello) = phase { return greeted(result, hello) }
    let request = requests.removeValue(forKey: number)
    switch result {
    case .replies(let replies):
      if case .other(let job, _) = request { restore(after: job, replies) }
      return .reply(replies, number)
    case .step(let reply):
      if case .conversation(isCancelled: true) = request { return .drop(.ended(.cancelled(isNew: false)), number) }
      if case .ask(let question) = reply { requests[number] = .asked(question) } else { requests[number] = .told }
      return .awaitAnswer(reply, number)
    case .ended(let ending):
      if case .changed = ending, let begun, begun.number == number, let first = begun.member,
        first.owner == member?.owner
      {
        member = member?.after(begun.begin.purpose, begunBy: first)
      }
      return .reply([.ended(ending)], number)
    case .verified(let session, let token):
      member = Member(of: session, token)
      signIn = nil
      return .reply([.verified(session)], number)
    case .signedIn(let signedIn, let isNew):
      if case .conversation(isCancelled: true) = request {
        return revoke(signedIn, .ended(.cancelled(isNew: isNew)), number)
      }
      let login = begun.flatMap { $0.number == number ? $0.begin.login : nil } ?? .email(signedIn.email)
      member = Member(signedIn, by: login)
      signIn = number
      return .sendSignedIn(signedIn, isNew: isNew, number)
    }
  }

  // MARK: Steps

  private mutating func disconnect(_ last: Reply? = nil, _ number: UInt16 = 0) -> Step {
    if case .over = phase { return .nothing }
    phase = .over
    requests = [:]
    gathered = nil
    member = nil
    return .disconnect(last, number)
  }

  private mutating func greeted(_ result: JobResult, _ number: UInt16) -> Step {
    guard case .replies(let replies) = result, let reply = replies.first, case .welcome = reply else {
      if case .replies(let replies) = result { return disconnect(replies.first, number) }
      return disconnect()
    }
    phase = .open
    return .reply([reply], number)
  }

  private mutating func begin(_ begin: Begin, _ number: UInt16) -> Step {
    guard hasRoomForCancelled, !requests.values.contains(where: \.isLive) else { return disconnect() }
    if entrance == .administration, !begin.purpose.isForAdministrators { return disconnect() }
    guard begin.hasSecrets else { return begin.purpose.leadsByQuestions ? converse(begin, number) : disconnect() }
    requests[number] = .secrets(begin, begin.purpose == .changePassword ? [.password, .newPassword] : [.password])
    return .awaitMore
  }

  /// A conversation that is not allowed is refused only now, because its secrets were in flight already.
  private mutating func converse(_ begin: Begin, _ number: UInt16) -> Step {
    guard begin.isAllowed(at: entrance, of: member, signUp: signUp, logins: logins) else {
      requests[number] = nil
      return .drop(.unavailable(.notNow), number)
    }
    requests[number] = .conversation(isCancelled: false)
    let member = member?.asOf(.now)
    begun = (begin, number, member)
    return .run(.converse(begin, member), number)
  }

  /// An answer must be one to a challenge that was asked last.
  private mutating func answer(_ id: ChallengeID?, _ number: UInt16) -> Step {
    guard let id, case .asked(let question)? = requests[number], question.challenges.contains(where: { $0.id == id })
    else { return disconnect() }
    return goOn(.secret(to: id), number)
  }

  private mutating func goOn(_ reaction: Reaction, _ number: UInt16) -> Step {
    requests[number] = .conversation(isCancelled: false)
    guard let begun, begun.number == number, begun.begin.purpose.isForMembers else {
      return .run(.goOn(reaction, nil), number)
    }
    // It is the member's with whom it began, and ends when they leave.
    guard begun.member?.owner == member?.owner else {
      requests[number] = nil
      return .drop(.unavailable(.notNow), number)
    }
    return .run(.goOn(reaction, begun.member), number)
  }

  /// One request of an administrator is under way at a time. The batches of an import come before it.
  private mutating func administer(_ request: AdminRequest, _ number: UInt16) -> Step {
    guard entrance == .administration, requests.isEmpty, gathered.map({ $0.number == number }) ?? true else {
      return disconnect()
    }
    switch request {
    case .batch(let more):
      // Appended in place, or each batch would copy all before it.
      var accounts = gathered.take()?.accounts ?? []
      accounts += more
      gathered = (number, accounts)
      return accounts.count > Self.mostAccounts ? disconnect() : .awaitMore
    case .addAll: return run(.administer(request, gathered.take()?.accounts ?? []), number)
    default: return gathered == nil ? run(.administer(request, []), number) : disconnect()
    }
  }

  private var hasRoomForCancelled: Bool {
    let cancelled = requests.values.count { request in
      switch request {
      case .conversation(isCancelled: true), .other(_, isCancelled: true): true
      case .conversation, .other, .secrets, .asked, .told: false
      }
    }
    return cancelled <= Self.mostCancelled
  }

  private mutating func run(_ job: Job?, _ number: UInt16) -> Step {
    let others = requests.values.count { if case .other(_, isCancelled: false) = $0 { true } else { false } }
    guard hasRoomForCancelled, others < Self.mostRequests else { return disconnect() }
    guard let job else { return .answer(.unavailable(.notNow), number) }
    requests[number] = .other(job)
    return .run(job, number)
  }

  /// A member who could not sign out is still signed in, unless another user has signed in.
  private mutating func restore(after job: Job, _ replies: [Reply]) {
    guard case .unavailable? = replies.last, member == nil, case .member(let request, let leaver) = job, request.leaves
    else { return }
    member = leaver
  }

  private mutating func cancel(_ number: UInt16) -> Step {
    switch requests[number] {
    case .secrets, .asked, .told:
      requests[number] = nil
      return .drop(.ended(.cancelled(isNew: false)), number)
    case .conversation:
      requests[number] = .conversation(isCancelled: true)
      return .cancel(number)
    case .other(let job, _):
      requests[number] = .other(job, isCancelled: true)
      return .cancel(number)
    case nil:
      // The answer was on its way already.
      guard number == signIn, let member else { return .nothing }
      self.member = nil
      return member.session.map { .revoke($0, nil, number) } ?? .nothing
    }
  }

  private func orphaned(_ result: JobResult, _ number: UInt16) -> Step {
    if case .signedIn(let signedIn, _) = result, let session = signedIn.session { return .revoke(session, nil, number) }
    return .nothing
  }

  private func revoke(_ signedIn: SignedIn, _ reply: Reply, _ number: UInt16) -> Step {
    signedIn.session.map { .revoke($0, reply, number) } ?? .reply([reply], number)
  }
}
