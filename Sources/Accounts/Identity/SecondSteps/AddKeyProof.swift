internal import SSHKeys
internal import Secrets
internal import Synchronization

final class AddKeyProof: Proof {
  private enum State {
    case new
    case asked(Challenge, SignatureRequest)
    case confirmed(NewAccountKey, [RecoveryCodeDigest])
  }

  private let account: Account
  private let place: ConversationPlace
  private let step: AddKeyStep
  private let state = Mutex(State.new)

  init(account: Account, place: ConversationPlace, step: AddKeyStep) {
    (self.account, self.place, self.step) = (account, place, step)
  }

  func proceed() async throws(StoreError) -> ProofStep {
    switch state.withLock({ $0 }) {
    case .new: return place.signs ? try await ask() : .refused
    case .asked: return .refused
    case .confirmed(let key, let codes): return try await add(key, codes).map { .changed($0) } ?? .refused
    }
  }

  func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep {
    guard case .asked(let challenge, let request) = state.withLock({ $0 }),
      case .secret(let typed, challenge.id) = answer
    else { return .refused }
    guard let answer = KeyAnswer(typed), request.isAnswered(by: answer.signature) else {
      return try await ask(after: .unconfirmed)
    }
    let signature = answer.signature
    if request.keys.contains(signature.key) { return try await ask(after: .knownKey) }
    if let fault = step.rules.fault(of: signature) { return try await ask(after: fault) }
    let key = NewAccountKey(signature.key, name: answer.name, device: signature.device)
    guard account.secondStep == nil else {
      return try await add(key, []).map { .proven($0.subject) } ?? .refused
    }
    guard let codes = RecoveryCode.newSet() else { throw .hashing(.outOfMemory) }
    state.withLock { $0 = .confirmed(key, codes.map { $0.digest(account: account.id) }) }
    return .tell(.recoveryCodes(codes.map(\.text)))
  }

  private func add(_ key: NewAccountKey, _ codes: [RecoveryCodeDigest]) async throws(StoreError) -> Account? {
    try await step.store.add(key, recoveryCodes: codes, to: account, sparing: place.session, from: place.source)
  }

  private func ask(after fault: AnswerFault? = nil) async throws(StoreError) -> ProofStep {
    let known = try await step.store.sshKeys(of: account.email).map(\.key)
    guard known.count < AccountKey.most,
      let request = SignatureRequest(service: step.rules.service, account: account.id, .newKey, keys: known)
    else { return .refused }
    let challenge = Challenge(.newKey(request))
    state.withLock { $0 = .asked(challenge, request) }
    return .ask(Question([challenge], fault: fault))
  }
}
