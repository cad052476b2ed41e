public import Identity
import Secrets
import AccountService
import Messages

/// Proves the names of one provider by workers: programs that speak the protocol of forms and servers, with this server
/// as the form. Each proof has a worker of its own. See Engines.md.
///
/// A worker proves a user of its own provider, and never an account.
public struct WorkerAuthenticator: Authenticator {
  /// How long a worker may take.
  public struct Timeouts: Sendable {
    /// The timeout of the welcome.
    public var welcome = Duration.seconds(10)
    /// Until it answers anything else. Forms wait for 150 s.
    public var answer = Duration.seconds(120)
    /// When it has proven a user who is refused all the same, that comes at a multiple of this after the last answer. The
    /// refusals of signin-pam come then, too.
    public var refusal = Duration.seconds(2)
    /// How much longer than its code is good a worker may take to give the next one.
    public var renewal = Duration.seconds(60)

    /// 10 s, 120 s, 2 s and 60 s.
    public init() {}
  }

  private let provider: String
  private let place: WorkerPlace
  private let pool: WorkerPool
  private let version: String
  private let timeouts: Timeouts
  private let title: String?

  /// - Parameters:
  ///   - provider: The provider whose names it proves.
  ///   - place: Where its workers are.
  ///   - pool: Starts them.
  ///   - version: The server's own version, as it says in its hello.
  ///   - timeouts: How long they may take.
  ///   - title: The provider's name for people, where a page has none.
  public init(
    of provider: String, at place: WorkerPlace, _ pool: WorkerPool, version: String, timeouts: Timeouts = Timeouts(),
    title: String? = nil
  ) {
    self.title = title
    self.provider = provider
    self.place = place
    self.pool = pool
    self.version = version
    self.timeouts = timeouts
  }

  /// Begins a proof. Its worker starts with the first step.
  public func begin(_ login: Login, from source: AttemptSource) async throws(StoreError) -> any Proof {
    guard case .name(let name) = login, name.provider == provider else { throw .service(.workerMissing) }
    let hello = Hello(program: version, source: source)
    return WorkerProof(of: name, title, hello, timeouts, pool, at: place)
  }
}

/// One proof by a worker. Letting go of it ends the worker.
@MainActor private final class WorkerProof: Proof {
  private let name: LoginName
  private let title: String?
  private let hello: Hello
  private let timeouts: WorkerAuthenticator.Timeouts
  private let pool: WorkerPool
  private let place: WorkerPlace
  private var lastAnswer = ContinuousClock.now
  /// Whether an answer was verified.
  private var hasVerified = false
  /// The page of the last wait, and how many there were.
  private var page: (last: ApprovalPage, count: Int)?
  private var channel: WorkerChannel?

  /// The number of its only request.
  private static let number: UInt16 = 1

  nonisolated init(
    of name: LoginName, _ title: String?, _ hello: Hello, _ timeouts: WorkerAuthenticator.Timeouts, _ pool: WorkerPool,
    at place: WorkerPlace
  ) {
    (self.name, self.title, self.hello) = (name, title, hello)
    (self.timeouts, self.pool, self.place) = (timeouts, pool, place)
  }

  isolated deinit { channel?.end() }

  func proceed() async throws(StoreError) -> ProofStep {
    if let channel { return try await step(of: channel) { $0.send(Request.proceed.message(Self.number)) } }
    let channel = try pool.channel(to: place)
    self.channel = channel
    let hello = Request.hello(hello).message(0)
    guard case .worker(let version) = try await channel.ask(within: timeouts.welcome, { $0.send(hello) }),
      version.isCompatible
    else { throw fail() }
    let begin = Begin(.signIn, .name(name), wantsSession: false, hasSecrets: false)
    return try await step(of: channel) { $0.send(Request.begin(begin).message(Self.number)) }
  }

  func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep {
    guard let channel, case .secret(let secret, let challenge) = answer else { throw fail() }
    (lastAnswer, hasVerified) = (.now, true)
    let prefix = SecretPrefix(.password, to: challenge, sequence: Self.number)
    return try await step(of: channel) { socket in secret.withUTF8 { socket.send(prefix, $0) } ?? .end }
  }

  func change(to method: ProofMethod) async throws(StoreError) -> ProofStep {
    guard let channel else { throw fail() }
    return try await step(of: channel) { $0.send(Request.method(method).message(Self.number)) }
  }

  func waitToRefuse() async {
    guard timeouts.refusal > .zero else { return }
    let spent = lastAnswer.duration(to: .now)
    await pool.wait(timeouts.refusal * (Int(spent / timeouts.refusal) + 1) - spent)
  }

  private func step(of channel: WorkerChannel, _ send: (SeqpacketSocket) -> SeqpacketSocket.Dispatch)
    async throws(StoreError)
    -> ProofStep
  {
    let time = page.map { $0.last.timeLimit + timeouts.renewal } ?? timeouts.answer
    switch try await channel.ask(within: time, send) {
    // A signature is for us to ask.
    case .ask(let question) where question.challenges.allSatisfy { !$0.kind.isSignature }: return .ask(question)
    case .tell(let notice): return .tell(notice)
    case .wait(let reason, let page): return .wait(reason, at: try page.map(titled))
    case .proven(let id, let text, let vouched, let secondStep):
      // The coding takes addresses that only stores may have. A person doesn't lack an account because of one.
      let email = vouched.flatMap { EmailAddress($0.text) }
      let (subject, known) = try person(id, text, email)
      channel.end()
      return .known(
        subject, as: known, Vouching(email: email, isSecondStep: secondStep ?? false, isApproval: isApproval))
    case .expired(let id, let text):
      let (subject, known) = try person(id, text)
      channel.end()
      return .expired(subject, as: known)
    case .refused:
      channel.end()
      return isApproval ? .unavailable(.provider(.denied)) : .refused
    case .failed(let fault):
      channel.end()
      return .unavailable(.provider(fault))
    case .unavailable:
      channel.end()
      return .unavailable(.service(.workerFailed))
    default: throw fail()
    }
  }

  /// Whether somebody approved elsewhere, and nothing was verified here.
  private var isApproval: Bool { page != nil && !hasVerified }

  /// The page with a title. Each comes after the code of the one before has ended.
  private func titled(_ given: ApprovalPage) throws(StoreError) -> ApprovalPage {
    let count = (page?.count ?? 0) + 1
    guard count <= ApprovalPage.mostPages,
      let page = ApprovalPage(
        title: given.title ?? title ?? name.provider, address: given.address, completeAddress: given.completeAddress,
        code: given.code, timeLimit: given.timeLimit)
    else { throw fail() }
    self.page = (page, count)
    return page
  }

  /// A person by the name that the provider gave; nil for the name typed. A name that is too long for an address, as one in
  /// other letters soon is, keeps nobody out: the email stands for it, or the end of the identifier.
  private func person(
    _ id: String, _ text: String?, _ email: EmailAddress? = nil
  ) throws(StoreError) -> (Subject, LoginName) {
    let names = text.map { [$0, email?.text ?? id, id, String(id.suffix(21))] } ?? [name.text]
    guard let subject = Subject(proven: id, by: name.provider),
      let known = names.lazy.compactMap({ [name] in LoginName($0, of: name.provider) }).first(where: { !$0.isAnyone })
    else { throw fail() }
    return (subject, known)
  }

  private func fail() -> StoreError {
    channel?.end()
    return .service(.workerFailed)
  }
}

extension Challenge.Kind {
  /// Whether a key answers it.
  fileprivate var isSignature: Bool {
    switch self {
    case .signature, .newKey: true
    case .password, .newPassword, .code, .recoveryCode, .confirmation, .prompt: false
    }
  }
}
