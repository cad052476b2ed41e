internal import Synchronization

/// Links a name to the account of somebody who has just proven who they are. The name's provider must prove it as well.
public struct LinkStep: FurtherStep {
  fileprivate let name: LoginName
  fileprivate let authenticator: any Authenticator
  fileprivate let store: any SubjectStore

  /// - Parameters:
  ///   - name: The name to link.
  ///   - authenticator: Proves it.
  ///   - store: The links. The session in which the owner asks must last until the end, because an administrator who ends
  ///     the sessions of an account wants nobody to leave a way in behind.
  public init(
    _ name: LoginName, provenBy authenticator: any Authenticator, _ store: any SubjectStore
  ) {
    self.name = name
    self.authenticator = authenticator
    self.store = store
  }

  /// Wrong answers count for the name: an account of one's own is no way around its waits.
  public var counted: Login? { .name(name) }

  /// Begins the proof of the name.
  public func begin(for account: Account, _ place: ConversationPlace) -> any Proof { LinkProof(self, account, place) }
}

private final class LinkProof: Proof {
  private let step: LinkStep
  private let account: Account
  private let place: ConversationPlace
  private let underWay = Mutex<(any Proof)?>(nil)

  init(_ step: LinkStep, _ account: Account, _ place: ConversationPlace) {
    self.step = step
    self.account = account
    self.place = place
  }

  func proceed() async throws(StoreError) -> ProofStep {
    if let proof { return try await linked(proof.proceed()) }
    let begun = try await step.authenticator.begin(.name(step.name), from: place.source)
    underWay.withLock { $0 = begun }
    return try await linked(begun.proceed())
  }

  func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep {
    guard let proof else { return .refused }
    return try await linked(proof.verify(answer, admission))
  }

  func change(to method: ProofMethod) async throws(StoreError) -> ProofStep {
    guard let proof else { return .refused }
    return try await linked(proof.change(to: method))
  }

  private var proof: (any Proof)? { underWay.withLock { $0 } }

  private func linked(_ next: ProofStep) async throws(StoreError) -> ProofStep {
    switch next {
    case .known(let subject, _, _):
      guard let session = place.session else { return .refused }
      switch try await step.store.link(subject, to: account, in: session, from: place.source) {
      case .linked: return .proven(account.subject)
      case .taken: return .taken
      case .missing, .ours: return .refused
      }
    case .proven, .changed: return .refused
    case .ask, .tell, .wait, .expired, .unavailable, .taken, .refused: return next
    }
  }
}
