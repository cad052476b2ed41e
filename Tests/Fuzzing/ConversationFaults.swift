import Identity
import Secrets
import TestSupport
import Messages

@testable import AccountService

/// The rules for a connection, whatever its form sends and the store answers. Two bytes are one event: what happens, and
/// the number of the request.
struct ConversationFaults {
  static func of(_ bytes: [UInt8]) -> String? {
    let first = bytes.first ?? 0
    var play = ConversationFaults(first & 2 == 2 ? .administration : .signIn, signUp: first & 1 == 1 ? .onlyFirst : nil)
    for place in stride(from: 1, to: min(bytes.count - 1, 400), by: 2) {
      if let fault = play.fault(after: bytes[place], UInt16(bytes[place + 1] & 15)) { return fault }
    }
    return nil
  }

  private static let emails = [email("ada@lovelace.example"), email("bob@example.com")]

  private let entrance: Entrance
  private let signUp: AdditionCondition?
  private var state: ConnectionState
  private var hasParted = false
  /// The requests without an answer.
  private var open: Set<UInt16> = []
  private var begins: [UInt16: Begin] = [:]
  /// The jobs under way.
  private var jobs: [UInt16: Job] = [:]
  private var cancelled: Set<UInt16> = []
  /// The account whose activity may be shown.
  private var member: EmailAddress?

  private init(_ entrance: Entrance, signUp: AdditionCondition?) {
    self.entrance = entrance
    self.signUp = signUp
    state = ConnectionState(entrance, signUp: signUp)
  }

  private mutating func fault(after event: UInt8, _ number: UInt16) -> String? {
    let who = Self.emails[Int(event >> 5) & 1]
    switch event & 31 {
    case 0, 1:
      let version = ProtocolVersion(major: event & 32 == 0 ? 2 : 3, minor: 0)
      return take(.hello(Hello(version: version, program: "fuzz", source: .at("here"))), number)
    case 2, 3: return take(.begin(Begin(.signIn, who, wantsSession: true)), number)
    case 4:
      return take(
        .begin(Begin(event & 64 == 0 ? .signUp : .signIn, who, wantsSession: true, hasSecrets: event & 64 == 0)), number
      )
    case 5:
      let purpose = event & 64 == 0 ? Begin.Purpose.changePassword : .confirmPassword
      return take(.begin(Begin(purpose, who, wantsSession: false)), number)
    case 6:
      return take(
        .begin(Begin(.setUpSecondStep, who, wantsSession: false, hasSecrets: event & 64 == 0)), number)
    case 7, 8: return take(.cancel, number)
    case 9, 10: return take(.page(AttemptSearch(""), before: nil), number)
    case 11: return take(.previousSignIn, number)
    case 12: return take(.signOut, number)
    case 13: return take(.endSession, number)
    case 14, 15: return take(SecretPrefix(.password, sequence: number))
    case 16: return take(SecretPrefix(.password, to: ChallengeID(1), sequence: number))
    case 17: return take(SecretPrefix(.newPassword, sequence: number))
    case 18: return take(.method(.recoveryCode), number)
    case 19: return take(SecretPrefix(.token, sequence: number))
    case 20:
      switch event >> 5 {
      case 0, 1: return take(.proceed, number)
      case 2: return check(state.protocolError(event & 1 == 0 ? nil : ProtocolVersion(major: 9, minor: 0)))
      case 3: return checkUnknown(number)
      case 4: return take(.administer(.batch([])), number)
      case 5:
        return take(.administer(.addAll(.allOrNone, allowing: PasswordLengths(clamping: 6...20), .at("here"))), number)
      default: return take(.administer(.throttleState), number)
      }
    default: return finish(event, number, who)
    }
  }

  private mutating func take(_ request: Request, _ number: UInt16) -> String? {
    let step = state.take(request, number)
    if request.isNew, !step.parts { open.insert(number) }
    if case .begin(let begin) = request, !step.parts { begins[number] = begin }
    if request == .signOut || request == .endSession, case .run = step { member = nil }
    if request == .cancel, case .revoke = step { member = nil }
    return check(step)
  }

  private mutating func checkUnknown(_ number: UInt16) -> String? {
    let step = state.takeUnknown(number)
    if !step.parts { open.insert(number) }
    return check(step)
  }

  private mutating func take(_ secret: SecretPrefix) -> String? {
    let step = state.take(secret)
    if secret.kind == .token, !step.parts { open.insert(secret.sequence) }
    return check(step)
  }

  /// The store answers a job.
  private mutating func finish(_ event: UInt8, _ number: UInt16, _ who: EmailAddress) -> String? {
    guard let job = jobs.removeValue(forKey: number) else { return nil }
    let fails = event & 31 > 27
    let error = StoreError.inputOutput(.full, path: "/x")
    let result: JobResult
    switch job {
    case .greet where fails: result = .replies([.unavailable(.store(error))])
    case .greet:
      result = .replies([
        .welcome(
          Welcome(program: "", acceptedLengths: 6...20, newLengths: 6...20, hasAccounts: true, signUp: .onlyFirst))
      ])
    case .converse(let begin, _) where begin.purpose == .changePassword: result = .ended(.changed)
    case .converse(let begin, _) where begin.purpose == .confirmPassword: result = .ended(.confirmed)
    case .converse where fails, .goOn where fails: result = .ended(.refused(blockedFor: nil, isNew: false))
    case .converse, .goOn:
      switch event & 31 {
      case 25:
        result = .step(
          .ask([Challenge(.password, id: ChallengeID(1)), Challenge(.code(digits: 6), id: ChallengeID(2))]))
      case 26: result = .step(.tell(.quotation("", .information)))
      case 27: result = .step(.wait(.approval))
      case _ where begins[number]?.purpose.isChangeByQuestions == true: result = .ended(.changed)
      default:
        let session = Self.session(of: begins[number]?.email ?? who)
        result = .signedIn(SignedIn(email: session.email, session: session, token: SecureToken()), isNew: false)
      }
    case .verify where !fails:
      result = .verified(Self.session(of: who), SecureToken().digest)
      if !hasParted { member = who }
    case .member(let request, _) where !request.leaves:
      result = .replies(Reply.page(AttemptPage(attempts: [], next: nil)))
    case .verify, .administer:
      result = .replies(Reply.page(AttemptPage(attempts: [], next: nil)))
    case .findOwner: result = .replies([.email(who)])
    case .member(_, let left):
      result = .replies([fails ? .unavailable(.store(error)) : .done])
      if fails, member == nil, !hasParted { member = left.email }
    }
    let wasCancelled = cancelled.remove(number) != nil
    let step = state.finished(number, result)
    if case .sendSignedIn(let signedIn, _, _) = step {
      if wasCancelled { return "a cancelled sign-in succeeded" }
      member = signedIn.email
    }
    return check(step)
  }

  private static func session(of email: EmailAddress) -> Session {
    Session(
      id: SessionID(), email: email, opened: Timestamp(milliseconds: 0), lastUsed: Timestamp(milliseconds: 0),
      lifetime: SessionLifetime())
  }

  private mutating func check(_ step: ConnectionState.Step) -> String? {
    switch step {
    case .nothing, .awaitMore, .keepSecret: return nil
    case .revoke(_, nil, _): return nil
    case .cancel(let number):
      cancelled.insert(number)
      return hasParted ? "it cancels after the end" : nil
    case .disconnect:
      if hasParted { return "it parts twice" }
      hasParted = true
      open = []
      return nil
    case .run(let job, let number): return check(job, number)
    case .awaitAnswer(_, let number):
      if hasParted { return "it asks after the end" }
      if cancelled.contains(number) { return "it asks for more though it is cancelled" }
      return open.contains(number) ? nil : "it asks \(number), which has no request"
    case .answer(_, let number), .drop(_, let number), .reply(_, let number), .sendSignedIn(_, _, let number),
      .revoke(_, .some, let number):
      if hasParted { return "it answers after the end" }
      return open.remove(number) == nil ? "it answers \(number), which has no request" : nil
    }
  }

  private mutating func check(_ job: Job, _ number: UInt16) -> String? {
    if hasParted { return "it works after the end" }
    guard jobs[number] == nil else { return "two jobs have one number" }
    jobs[number] = job
    switch job {
    case .greet, .findOwner: break
    case .goOn:
      if let purpose = begins[number]?.purpose, purpose.isChangeOfPassword { return "it goes on with a change" }
    case .converse(let begin, let member):
      let running = jobs.count { $1.isConversation && !cancelled.contains($0) }
      if running > 1 { return "two conversations at once" }
      if jobs.count > 1 + ConnectionState.mostRequests + ConnectionState.mostCancelled { return "too many jobs" }
      if begin.purpose == .signUp && signUp == nil { return "it adds accounts though nobody may" }
      let isChange = begin.purpose.isChangeOfPassword || begin.purpose.isChangeByQuestions
      if isChange, entrance == .signIn, member?.email != begin.email || self.member != begin.email {
        return "it changes the account of somebody else"
      }
    case .member(let request, let owner):
      if !request.leaves, owner.email != member { return "it shows somebody else's activity" }
    case .verify: break
    case .administer: if entrance == .signIn { return "it administers for anybody" }
    }
    if entrance == .administration, !job.isForAdministrators { return "it does what administrators may not ask" }
    let others = jobs.count { !$1.isConversation && !cancelled.contains($0) }
    return others > ConnectionState.mostRequests ? "too many requests" : nil
  }
}

extension Request {
  /// Whether it is a new request, and no part of an earlier one.
  fileprivate var isNew: Bool {
    switch self {
    case .cancel, .method, .proceed, .administer(.batch): false
    case .administer, .hello, .begin, .page, .previousSignIn, .overview, .owner, .signOut, .endSession: true
    }
  }
}

extension Job {
  fileprivate var isConversation: Bool {
    switch self {
    case .converse, .goOn: true
    case .greet, .member, .verify, .findOwner, .administer: false
    }
  }

  fileprivate var isForAdministrators: Bool {
    switch self {
    case .greet(_, .administration), .administer: true
    case .converse(let begin, _): begin.purpose.isChangeOfPassword
    case .greet(_, .signIn), .goOn, .member, .verify, .findOwner: false
    }
  }
}

extension ConnectionState.Step {
  fileprivate var parts: Bool {
    switch self {
    case .disconnect: true
    case .nothing: true  // after the end
    default: false
    }
  }
}

extension Begin.Purpose {
  /// Whether it changes a password, or is the first half of that.
  fileprivate var isChangeOfPassword: Bool { self == .changePassword || self == .confirmPassword }

  /// Whether it changes an account in a conversation that questions lead.
  fileprivate var isChangeByQuestions: Bool {
    switch self {
    case .setUpSecondStep, .removeSecondStep, .newRecoveryCodes, .addKey, .removeKey, .endSessions: true
    case .signIn, .signUp, .changePassword, .confirmPassword, .link: false
    }
  }
}
