internal import Synchronization

/// Asks the owner of an account with a second step for one of its factors: the first that can be asked for, or the one that they
/// choose instead.
public struct SecondFactorStep: FurtherStep {
  let factors: [any Factor]

  /// - Parameter factors: The factors, the preferred one first.
  public init(_ factors: [any Factor]) { self.factors = factors }

  /// It changes nothing.
  public var isProof: Bool { true }

  /// Asks if the account has a second step.
  public func begin(for account: Account, _ place: ConversationPlace) -> any Proof {
    SecondFactorProof(account: account, place: place, factors: factors)
  }
}

private final class SecondFactorProof: Proof {
  private let account: Account
  private let place: ConversationPlace
  private let factors: [any Factor]
  /// So few recovery codes that their owner should make new ones.
  private static let few = 2
  private let asked = Mutex<(challenge: Challenge, factor: any Factor)?>(nil)

  init(account: Account, place: ConversationPlace, factors: [any Factor]) {
    self.account = account
    self.place = place
    self.factors = factors
  }

  func proceed() async throws(StoreError) -> ProofStep {
    account.secondStep == nil ? .proven(account.subject) : try await ask(account)
  }

  func change(to method: ProofMethod) async throws(StoreError) -> ProofStep { try await ask(account, by: method) }

  func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep {
    guard case .secret(let typed, let id) = answer, let asked = asked.withLock({ $0.take() }), asked.challenge.id == id,
      let account = admission.account, account.id == self.account.id, account.secondStep != nil
    else { return .refused }
    switch try await asked.factor.judge(typed, to: asked.challenge.kind, of: account, admission, place) {
    case .right: return .proven(account.subject)
    case .settled(let left):
      // On the way to a change, the account page has the number.
      return .changed(account, notice: left > Self.few || place.isChange ? nil : .recoveryCodesLeft(left))
    case .wrong(let fault): return try await ask(account, by: asked.factor.method, after: fault)
    }
  }

  /// Asks for the factor of that method, or for the next one that can be asked for. Says why if that is not the wanted one.
  private func ask(
    _ account: Account, by method: ProofMethod? = nil, after fault: AnswerFault? = nil
  ) async throws(StoreError) -> ProofStep {
    let first = factors.firstIndex { $0.method == method } ?? 0
    var (ready, reason): ([(factor: any Factor, kind: Challenge.Kind)], AnswerFault?) = ([], nil)
    for factor in factors[first...] + factors[..<first] {
      switch try await factor.readiness(of: account, place) {
      case .ready(let kind): ready.append((factor, kind))
      case .unusable(let fault): if ready.isEmpty { reason = reason ?? fault }
      case .missing: break
      }
    }
    guard let (factor, kind) = ready.first else { return .refused }
    let challenge = Challenge(kind)
    asked.withLock { $0 = (challenge, factor) }
    // The next one comes first: who always takes that one goes round all of them.
    return .ask(Question([challenge], methods: ready.dropFirst().map { $0.factor.method }, fault: reason ?? fault))
  }
}
