public import Identity
import Secrets
import Wire

/// Proves the names of one provider by workers: programs that speak the protocol of forms and keepers, with this keeper
/// in the place of the form. Each proof has a worker of its own. See Workers.md.
///
/// A worker says who somebody is at its own provider, and never whose account that is.
public struct WorkerAuthenticator: Authenticator {
  /// How long a worker may take.
  public struct Patience: Sendable {
    /// Until it says welcome.
    public var welcome = Duration.seconds(10)
    /// Until it answers anything else. Forms wait for 150 s.
    public var answer = Duration.seconds(120)

    /// 10 s and 120 s.
    public init() {}
  }

  private let provider: String
  private let place: WorkerPlace
  private let crew: WorkerCrew
  private let version: String
  private let patience: Patience

  /// - Parameters:
  ///   - provider: The provider whose names it proves.
  ///   - place: Where its workers are.
  ///   - crew: Starts them.
  ///   - version: The keeper's own version, as it says in its hello.
  ///   - patience: How long they may take.
  public init(
    of provider: String, at place: WorkerPlace, _ crew: WorkerCrew, version: String, patience: Patience = Patience()
  ) {
    self.provider = provider
    self.place = place
    self.crew = crew
    self.version = version
    self.patience = patience
  }

  /// Begins a proof. Its worker starts with the first step.
  public func begin(_ claim: Claim) async throws(StoreError) -> any Proof {
    guard case .name(let name) = claim.login, name.provider == provider else { throw .keeper(.workerMissing) }
    let hello = Hello(program: version, source: claim.source)
    return WorkerProof(of: name, hello, patience) { @MainActor () throws(StoreError) in try crew.line(to: place) }
  }
}

/// One proof by a worker. Letting go of it ends the worker.
@MainActor private final class WorkerProof: Proof {
  private let name: LoginName
  private let hello: Hello
  private let patience: WorkerAuthenticator.Patience
  private let connect: @MainActor @Sendable () throws(StoreError) -> WorkerLine
  private var line: WorkerLine?

  /// The number of its only request.
  private static let number: UInt16 = 1

  nonisolated init(
    of name: LoginName, _ hello: Hello, _ patience: WorkerAuthenticator.Patience,
    connect: @escaping @MainActor @Sendable () throws(StoreError) -> WorkerLine
  ) {
    (self.name, self.hello, self.patience, self.connect) = (name, hello, patience, connect)
  }

  isolated deinit { line?.end() }

  func proceed() async throws(StoreError) -> ProofStep {
    if let line { return try await step(of: line) { $0.send(Request.proceed.message(Self.number)) } }
    let line = try connect()
    self.line = line
    let hello = Request.hello(hello).message(0)
    guard case .welcome(let version) = try await line.ask(within: patience.welcome, { $0.send(hello) }),
      ProtocolVersion.common(version, .current) != nil
    else { throw fail() }
    let begin = Begin(.signIn, .name(name), wantsSession: false, hasSecrets: false)
    return try await step(of: line) { $0.send(Request.begin(begin).message(Self.number)) }
  }

  func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep {
    guard let line, case .secret(let secret, let challenge) = answer else { throw fail() }
    let prefix = SecretPrefix(.password, to: challenge, sequence: Self.number)
    return try await step(of: line) { link in secret.withUTF8 { link.send(prefix, $0) } ?? .end }
  }

  func change(to method: ProofMethod) async throws(StoreError) -> ProofStep {
    guard let line else { throw fail() }
    return try await step(of: line) { $0.send(Request.method(method).message(Self.number)) }
  }

  private func step(of line: WorkerLine, _ send: (Link) -> Link.Dispatch) async throws(StoreError) -> ProofStep {
    switch try await line.ask(within: patience.answer, send) {
    case .ask(let question): return .ask(question)
    case .tell(let notice): return .tell(notice)
    case .wait(let waiting): return .wait(waiting)
    case .proven(let id, let text):
      guard let subject = Subject(proven: id, by: name.provider),
        let known = text.map({ LoginName($0, of: name.provider) }) ?? name
      else { throw fail() }
      line.end()
      return .known(subject, as: known)
    case .refused:
      line.end()
      return .refused
    case .welcome, .unavailable: throw fail()
    }
  }

  private func fail() -> StoreError {
    line?.end()
    return .keeper(.workerFailed)
  }
}
