internal import SSHKeys
public import Secrets

/// A signature by a key in the owner's agent.
public struct KeyFactor: Factor {
  let rules: KeyRules
  let store: any SecondStepStore

  public var method: ProofMethod { .key }

  /// - Parameters:
  ///   - rules: The keys that count.
  ///   - store: The store of the accounts.
  public init(_ rules: KeyRules, store: any SecondStepStore) { (self.rules, self.store) = (rules, store) }

  /// Asks only a form that can sign.
  public func readiness(
    of account: Account, _ place: ConversationPlace
  ) async throws(StoreError) -> FactorReadiness {
    guard place.signs else { return .missing }
    let keys = try await store.sshKeys(of: account.email).map(\.key).filter(rules.takes)
    guard !keys.isEmpty,
      let request = SignatureRequest(
        service: rules.service, account: account.id, place.isChange ? .change : .signIn, keys: keys)
    else { return .missing }
    return .ready(.signature(request))
  }

  public func judge(
    _ answer: SealedPassword, to asked: Challenge.Kind, of account: Account, _ admission: Admission,
    _ place: ConversationPlace
  ) async throws(StoreError) -> FactorVerdict {
    guard case .signature(let request) = asked, let signature = KeyAnswer(answer)?.signature,
      request.keys.contains(signature.key), request.isAnswered(by: signature)
    else { return .wrong(.wrong) }
    if let fault = rules.fault(of: signature) { return .wrong(fault) }
    // The store compares the key once more: it may have been removed while its owner looked for it.
    let isKnown = try await store.use(signature.key, on: signature.device, of: account, from: place.source)
    return isKnown ? .right : .wrong(.wrong)
  }
}

/// The keys that count at a service.
public struct KeyRules: Sendable, Hashable {
  /// The name of the service, which each signature has: the beginning of it that fits.
  public let service: String
  /// Whether keys without a touch count. Every program of their owner can have such a key sign.
  public let takesSoftwareKeys: Bool

  /// Rules with the given properties.
  public init(service: String, takesSoftwareKeys: Bool = false) {
    var name = service.prefix(63)
    // A character can take many bytes.
    while name.utf8.count > SignatureRequest.serviceLimit { name.removeLast() }
    (self.service, self.takesSoftwareKeys) = (String(name), takesSoftwareKeys)
  }

  /// Whether such a key counts.
  func takes(_ key: PublicKey) -> Bool { key.kind.isSecurityKey || takesSoftwareKeys }

  /// Why a valid signature does not count; nil if it does.
  func fault(of signature: KeySignature) -> AnswerFault? {
    if !takes(signature.key) { return .softwareKey }
    return signature.device?.isTouched == false ? .untouched : nil
  }
}

/// Adds a key, behind the password and the second step: its owner proves it by a signature. With the first factor of an account
/// come its recovery codes, and the account changes only when the owner says that those are kept.
public struct AddKeyStep: FurtherStep {
  let rules: KeyRules
  let store: any SecondStepStore

  /// - Parameters:
  ///   - rules: The keys that count.
  ///   - store: The store of the account.
  public init(_ rules: KeyRules, store: any SecondStepStore) { (self.rules, self.store) = (rules, store) }

  /// Asks for a signature.
  public func begin(for account: Account, _ place: ConversationPlace) -> any Proof {
    AddKeyProof(account: account, place: place, step: self)
  }
}
