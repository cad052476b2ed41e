internal import Secrets
internal import Synchronization

/// Asks the owner of an account with a second step for a code, or for one of the recovery codes.
///
/// The field of the code takes recovery codes too, because their form cannot be confused. A code is good once, in all
/// programs. After ``Identity/SecondStep/mostWrongCodes`` wrong ones in a row, only a recovery code is taken.
public struct CodeStep: FurtherStep {
  let store: any SecondStepStore
  let keys: any SealingKeySource
  let clock: any WallClock

  /// - Parameters:
  ///   - store: The store of the accounts.
  ///   - keys: The key that sealed their secrets. Without it only recovery codes can be checked.
  ///   - clock: The time of the codes.
  public init(store: any SecondStepStore, keys: any SealingKeySource, clock: any WallClock) {
    self.store = store
    self.keys = keys
    self.clock = clock
  }

  /// It changes nothing.
  public var isProof: Bool { true }

  /// Asks for a code if the account has a second step.
  public func begin(for account: Account, _ place: ConversationPlace) -> any Proof {
    CodeProof(account: account, place: place, step: self)
  }
}

private final class CodeProof: Proof {
  private let account: Account
  private let place: ConversationPlace
  private let step: CodeStep
  private let asked = Mutex<Challenge?>(nil)

  init(account: Account, place: ConversationPlace, step: CodeStep) {
    self.account = account
    self.place = place
    self.step = step
  }

  func proceed() async throws(StoreError) -> ProofStep {
    guard let secondStep = account.secondStep else { return .proven(account.subject) }
    if secondStep.isLocked { return ask(.recoveryCode, after: .codesLocked) }
    return try secret(of: account) == nil ? ask(.recoveryCode, after: .codesUnavailable) : ask(.code)
  }

  func change(to method: ProofMethod) async throws(StoreError) -> ProofStep { ask(method) }

  func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep {
    guard case .secret(let typed, let id) = answer, let asked = asked.withLock({ $0 }), asked.id == id,
      // The account as it is now: other programs may have used a code since.
      let account = admission.account, account.id == self.account.id, let secondStep = account.secondStep
    else { return .refused }
    if let digest = RecoveryCodeDigest(typed: typed, account: account.id) {
      let isRight = try await step.store.useRecoveryCode(digest, account, settling: admission.attempt)
      return isRight ? .changed(account) : ask(asked.kind == .recoveryCode ? .recoveryCode : .code, after: .wrong)
    }
    if asked.kind == .recoveryCode { return ask(.recoveryCode, after: .wrong) }
    if secondStep.isLocked { return ask(.recoveryCode, after: .codesLocked) }
    guard let secret = try secret(of: account) else { return ask(.recoveryCode, after: .codesUnavailable) }
    guard let timeStep = secret.counter(of: typed, at: step.clock.now()) else {
      try await step.store.countWrongCode(account)
      return ask(.code, after: .wrong)
    }
    return try await step.store.useCode(of: timeStep, account) ? .proven(account.subject) : ask(.code, after: .used)
  }

  private func ask(_ method: ProofMethod, after fault: AnswerFault? = nil) -> ProofStep {
    let challenge: Challenge
    let other: ProofMethod
    switch method {
    case .code: (challenge, other) = (Challenge(.code(digits: CodeSecret.digits)), .recoveryCode)
    case .recoveryCode: (challenge, other) = (Challenge(.recoveryCode), .code)
    }
    asked.withLock { $0 = challenge }
    let offersOther = fault != .codesLocked && fault != .codesUnavailable
    return .ask(Question([challenge], methods: offersOther ? [other] : [], fault: fault))
  }

  private func secret(of account: Account) throws(StoreError) -> CodeSecret? {
    guard let sealed = account.secondStep?.sealedSecret, let key = try step.keys.key() else { return nil }
    return key.open(sealed, for: account.sealingContext).flatMap { CodeSecret(bytes: $0) }
  }
}

extension Account {
  /// The place of the account's secret, which nobody can move to another account.
  var sealingContext: String { Self.sealingContext(id) }

  package static func sealingContext(_ id: Int64) -> String { "second step of account \(id)" }
}
