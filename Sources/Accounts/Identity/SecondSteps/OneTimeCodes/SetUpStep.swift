internal import Secrets
internal import Synchronization

/// Sets up a second step: offers a secret, has it confirmed by a code of the owner's device, and shows the recovery codes.
/// The account changes only when the owner says that those are kept.
public struct SetUpStep: FurtherStep {
  /// The accounts that get a second step.
  public enum Need: Sendable, Hashable {
    /// Those that have none.
    case ifMissing
    /// All. A second step that is there is replaced.
    case always
  }

  let need: Need
  let issuer: String
  let store: any SecondStepStore
  let keys: any SealingKeySource
  let clock: any WallClock

  /// - Parameters:
  ///   - need: The accounts that get a second step.
  ///   - issuer: The name of this system, as the device shows it beside the email.
  ///   - store: The store of the accounts.
  ///   - keys: The key that seals their secrets.
  ///   - clock: The time of the codes.
  public init(
    _ need: Need, issuer: String, store: any SecondStepStore, keys: any SealingKeySource, clock: any WallClock
  ) {
    self.need = need
    self.issuer = issuer
    self.store = store
    self.keys = keys
    self.clock = clock
  }

  /// Sets up a second step, if the account needs one.
  public func begin(for account: Account, _ place: ConversationPlace) -> any Proof {
    SetUpProof(account: account, place: place, step: self)
  }
}

private final class SetUpProof: Proof {
  private enum State {
    case new
    case offered(CodeSecret, CodeOffer, Challenge)
    case confirmed(CodeSecret, timeStep: Int64, [RecoveryCodeDigest])
  }

  private let account: Account
  private let place: ConversationPlace
  private let step: SetUpStep
  private let state = Mutex(State.new)

  init(account: Account, place: ConversationPlace, step: SetUpStep) {
    self.account = account
    self.place = place
    self.step = step
  }

  func proceed() async throws(StoreError) -> ProofStep {
    switch state.withLock({ $0 }) {
    case .new:
      if step.need == .ifMissing && (account.secondStep != nil || place.isSecondStepProven) {
        return .proven(account.subject)
      }
      // Nothing is offered that could not be kept.
      _ = try await key()
      guard let secret = CodeSecret() else { throw .hashing(.outOfMemory) }
      return ask(secret, try offer(secret))
    case .confirmed(let secret, let timeStep, let codes): return try await add(secret, confirmed: timeStep, codes)
    case .offered: return .refused
    }
  }

  func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep {
    guard case .offered(let secret, let offer, let challenge) = state.withLock({ $0 }),
      case .secret(let code, challenge.id) = answer
    else { return .refused }
    guard let timeStep = secret.counter(of: code, at: step.clock.now()) else {
      return ask(secret, offer, after: .unconfirmed)
    }
    guard let codes = RecoveryCode.newSet() else { throw .hashing(.outOfMemory) }
    let digests = codes.map { $0.digest(account: account.id) }
    state.withLock { $0 = .confirmed(secret, timeStep: timeStep, digests) }
    return .tell(.recoveryCodes(codes.map(\.text)))
  }

  /// Seals the secret and adds it. Again, if meanwhile a rotation ended and took the key away that sealed it.
  private func add(
    _ secret: CodeSecret, confirmed timeStep: Int64, _ codes: [RecoveryCodeDigest]
  ) async throws(StoreError) -> ProofStep {
    var account = account
    while true {
      let sealed = try await key().seal(secret.bytes, for: account.sealingContext)
      let new = NewSecondStep(sealedSecret: sealed, confirmed: timeStep, recoveryCodes: codes)
      guard let changed = try await step.store.add(new, to: account, sparing: place.session, from: place.source)
      else { return .refused }
      if let key = try step.keys.key(), key.open(sealed, for: account.sealingContext) == nil {
        account = changed
        continue
      }
      return .changed(changed)
    }
  }

  private func ask(_ secret: CodeSecret, _ offer: CodeOffer, after fault: AnswerFault? = nil) -> ProofStep {
    let challenge = Challenge(.confirmation(offer, digits: CodeSecret.digits))
    state.withLock { $0 = .offered(secret, offer, challenge) }
    return .ask(Question([challenge], fault: fault))
  }

  private func offer(_ secret: CodeSecret) throws(StoreError) -> CodeOffer {
    let address = secret.address(issuer: step.issuer, account: account.email)
    guard let picture = QRCode.picture(of: address) else { throw .hashing(.outOfMemory) }
    return CodeOffer(picture: picture, secret: secret.base32, address: address)
  }

  /// A lost key is never replaced while secrets are sealed by it: its file may come back. And all have the same key, or
  /// nobody could check the codes of both.
  private func key() async throws(StoreError) -> SealingKey {
    if let key = try step.keys.key(opening: await step.store.sealedSecret()) { return key }
    return try step.keys.makeKey()
  }
}
