public import Secrets
internal import Synchronization

/// Asks for a new password where the current one is good once or too old, and warns before.
public struct NewPasswordStep: FurtherStep {
  /// How long passwords are good.
  public struct Age: Sendable, Hashable {
    /// From then on it must be changed, counted from when it was set; nil for never.
    public var most: Duration?
    /// The time before the end from which the owner is warned.
    public var warning: Duration

    /// For ever by default, and a warning 7 days before.
    public init(most: Duration? = nil, warning: Duration = .seconds(7 * 24 * 3600)) {
      self.most = most
      self.warning = warning
    }
  }

  let accounts: any AccountStore
  let argon2id: Argon2id
  let rules: NewPasswordRules
  let age: Age
  let clock: any WallClock

  /// - Parameters:
  ///   - accounts: The store of the accounts.
  ///   - argon2id: Makes the new hash.
  ///   - rules: The rules for the new password.
  ///   - age: How long passwords are good.
  ///   - clock: The time.
  public init(
    accounts: any AccountStore, argon2id: Argon2id, rules: NewPasswordRules, age: Age, clock: any WallClock
  ) {
    self.accounts = accounts
    self.argon2id = argon2id
    self.rules = rules
    self.age = age
    self.clock = clock
  }

  /// Asks for a new password, if the account needs one.
  public func begin(for account: Account, _ place: ConversationPlace) -> any Proof {
    NewPasswordProof(account: account, place: place, step: self)
  }

  fileprivate enum Need {
    case none
    case warning(days: Int)
    case change(NewPasswordReason)
  }

  fileprivate func need(of account: Account, _ place: ConversationPlace) -> Need {
    // Another provider's proof proves nothing about our password.
    guard place.isByPassword else { return .none }
    if account.isPasswordOneTime { return .change(.oneTime) }
    guard let most = age.most else { return .none }
    let left = account.passwordSet.advanced(by: most).since(clock.now())
    if left <= .zero { return .change(.expired) }
    return left <= age.warning ? .warning(days: Int(left / .seconds(24 * 3600))) : .none
  }
}

private final class NewPasswordProof: Proof {
  private let account: Account
  private let place: ConversationPlace
  private let step: NewPasswordStep
  private let state = Mutex((asked: Challenge?.none, hasWarned: false))

  init(account: Account, place: ConversationPlace, step: NewPasswordStep) {
    self.account = account
    self.place = place
    self.step = step
  }

  func proceed() async throws(StoreError) -> ProofStep {
    switch step.need(of: account, place) {
    case .none: return .proven(account.subject)
    case .change(let reason): return ask(reason)
    case .warning(let days):
      return state.withLock { state in
        defer { state.hasWarned = true }
        return state.hasWarned ? .proven(account.subject) : .tell(.passwordEnds(days: days))
      }
    }
  }

  @concurrent
  func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep {
    guard case .secret(let password, let id) = answer, let asked = state.withLock({ $0.asked }), asked.id == id,
      case .newPassword(let reason) = asked.kind
    else { return .refused }
    if let violation = step.rules.violation(of: password, for: account.email) {
      return ask(reason, after: .violation(violation))
    }
    let isCurrent = try await hashing(account.passwordHash?.memoryKiB ?? 0) { () throws(HashingError) in
      try account.passwordHash.map { hash throws(HashingError) in try step.argon2id.verify(password, against: hash) }
    }
    if isCurrent == true { return ask(reason, after: .violation(.unchanged)) }
    let hash = try await step.accounts.hash(ofNew: password, by: step.argon2id, under: step.rules.policy)
    let changed = try await step.accounts.replacePassword(
      of: account, by: hash, sparing: place.session, settling: admission.attempt)
    return changed.map { .changed($0) } ?? .refused
  }

  private func ask(_ reason: NewPasswordReason, after fault: AnswerFault? = nil) -> ProofStep {
    let challenge = Challenge(.newPassword(reason))
    state.withLock { $0.asked = challenge }
    return .ask(Question([challenge], fault: fault))
  }
}
