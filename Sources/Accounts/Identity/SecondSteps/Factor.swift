public import Secrets

/// A way to prove the second step of an account. Each way is a value in a file of its own, which says when it can be asked for,
/// what it asks, and what it takes; ``SecondFactorStep`` leads through all of them.
public protocol Factor: Sendable {
  /// The name by which people ask for it.
  var method: ProofMethod { get }

  /// Whether `account` has it, and what it asks then.
  func readiness(of account: Account, _ place: ConversationPlace) async throws(StoreError) -> FactorReadiness

  /// Judges an answer. The account is as the store has it now: other programs may have used it since.
  func judge(
    _ answer: SealedPassword, to asked: Challenge.Kind, of account: Account, _ admission: Admission,
    _ place: ConversationPlace
  ) async throws(StoreError) -> FactorVerdict
}

/// Whether a factor can be asked for.
public enum FactorReadiness: Sendable, Hashable {
  /// It asks this.
  case ready(Challenge.Kind)
  /// The account has it, but it can't be asked for, for this reason.
  case unusable(AnswerFault)
  /// The account does not have it, or the form can't answer.
  case missing
}

/// What a factor says about an answer.
public enum FactorVerdict: Sendable, Hashable {
  /// It is right.
  case right
  /// It is right, its attempt is settled, and so many recovery codes are left.
  case settled(recoveryCodes: Int)
  /// It is not taken, for this reason.
  case wrong(AnswerFault)
}

/// A code from the owner's device, or a recovery code: their forms cannot be confused, so its field takes both. A code is good
/// once, in all programs. After ``SecondStep/mostWrongCodes`` wrong ones in a row, it takes none.
public struct CodeFactor: Factor {
  let store: any SecondStepStore
  let keys: any SealingKeySource
  let clock: any WallClock

  public var method: ProofMethod { .code }

  /// - Parameters:
  ///   - store: The store of the accounts.
  ///   - keys: The key that sealed their secrets. Without it no code can be checked.
  ///   - clock: The time of the codes.
  public init(store: any SecondStepStore, keys: any SealingKeySource, clock: any WallClock) {
    (self.store, self.keys, self.clock) = (store, keys, clock)
  }

  public func readiness(
    of account: Account, _ place: ConversationPlace
  ) async throws(StoreError) -> FactorReadiness {
    guard let secondStep = account.secondStep, secondStep.sealedSecret != nil else { return .missing }
    if secondStep.isLocked { return .unusable(.codesLocked) }
    return try secret(of: account) == nil ? .unusable(.codesUnavailable) : .ready(.code(digits: CodeSecret.digits))
  }

  public func judge(
    _ answer: SealedPassword, to asked: Challenge.Kind, of account: Account, _ admission: Admission,
    _ place: ConversationPlace
  ) async throws(StoreError) -> FactorVerdict {
    if RecoveryCodeDigest(typed: answer, account: account.id) != nil {
      return try await RecoveryCodeFactor(store: store).judge(answer, to: asked, of: account, admission, place)
    }
    guard account.secondStep?.isLocked == false else { return .wrong(.codesLocked) }
    guard let secret = try secret(of: account) else { return .wrong(.codesUnavailable) }
    guard let timeStep = secret.counter(of: answer, at: clock.now()) else {
      try await store.countWrongCode(account)
      return .wrong(.wrong)
    }
    return try await store.useCode(of: timeStep, account) ? .right : .wrong(.used)
  }

  private func secret(of account: Account) throws(StoreError) -> CodeSecret? {
    guard let sealed = account.secondStep?.sealedSecret, let key = try keys.key() else { return nil }
    return key.open(sealed, for: account.sealingContext).flatMap { CodeSecret(bytes: $0) }
  }
}

/// One of the recovery codes, each of which is good once. It can always be asked for.
public struct RecoveryCodeFactor: Factor {
  let store: any SecondStepStore

  public var method: ProofMethod { .recoveryCode }

  /// - Parameter store: The store of the accounts.
  public init(store: any SecondStepStore) { self.store = store }

  public func readiness(
    of account: Account, _ place: ConversationPlace
  ) async throws(StoreError) -> FactorReadiness { .ready(.recoveryCode) }

  public func judge(
    _ answer: SealedPassword, to asked: Challenge.Kind, of account: Account, _ admission: Admission,
    _ place: ConversationPlace
  ) async throws(StoreError) -> FactorVerdict {
    guard let digest = RecoveryCodeDigest(typed: answer, account: account.id),
      let left = try await store.useRecoveryCode(digest, account, settling: admission.attempt)
    else { return .wrong(.wrong) }
    return .settled(recoveryCodes: left)
  }
}

extension Account {
  /// The place of the account's secret, which nobody can move to another account.
  var sealingContext: String { Self.sealingContext(id) }

  package static func sealingContext(_ id: Int64) -> String { "second step of account \(id)" }
}
