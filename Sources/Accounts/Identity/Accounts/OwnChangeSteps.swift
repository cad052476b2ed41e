public import SSHKeys
internal import Secrets
internal import Synchronization

// The changes that an owner makes in a conversation, behind the password and the code. See ``OwnChange``.

/// Turns two-step sign-in off.
public struct RemovingSecondStep: FurtherStep {
  let store: any SecondStepStore

  /// - Parameter store: The store of the account.
  public init(store: any SecondStepStore) {
    self.store = store
  }

  /// Turns it off at once.
  public func begin(for account: Account, _ place: ConversationPlace) -> any Proof {
    ChangeProof { () async throws(StoreError) in
      try await store.removeSecondStep(of: account, sparing: place.session, from: place.source)
    }
  }
}

/// Removes a key.
public struct RemoveKeyStep: FurtherStep {
  let key: PublicKey
  let store: any SecondStepStore

  /// - Parameters:
  ///   - key: The key.
  ///   - store: The store of the account.
  public init(_ key: PublicKey, store: any SecondStepStore) { (self.key, self.store) = (key, store) }

  /// Removes it at once.
  public func begin(for account: Account, _ place: ConversationPlace) -> any Proof {
    ChangeProof { () async throws(StoreError) in
      try await store.remove(key, of: account, sparing: place.session, from: place.source)
    }
  }
}

/// Ends other sessions of the owner.
public struct EndSessionsStep: FurtherStep {
  let chosen: OtherSessions
  let owner: Owner?
  let store: any OwnerStore

  /// - Parameters:
  ///   - chosen: The sessions to end.
  ///   - owner: Who asks; nil ends nothing.
  ///   - store: The store of the account.
  public init(_ chosen: OtherSessions, of owner: Owner?, store: any OwnerStore) {
    (self.chosen, self.owner, self.store) = (chosen, owner, store)
  }

  /// Ends them at once.
  public func begin(for account: Account, _ place: ConversationPlace) -> any Proof {
    ChangeProof { () async throws(StoreError) in
      guard let owner else { return nil }
      return try await store.endSessions(chosen, of: owner, from: place.source).map { _ in account }
    }
  }
}

/// Makes the change as its first step. A change that finds another account than the one that was proven is refused.
private struct ChangeProof: Proof {
  let change: @Sendable () async throws(StoreError) -> Account?

  func proceed() async throws(StoreError) -> ProofStep { try await change().map { .changed($0) } ?? .refused }

  func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep { .refused }
}

/// Shows new recovery codes. They replace all others once the owner says that they are kept.
public struct NewRecoveryCodesStep: FurtherStep {
  let store: any SecondStepStore

  /// - Parameter store: The store of the account.
  public init(store: any SecondStepStore) {
    self.store = store
  }

  /// Makes the codes.
  public func begin(for account: Account, _ place: ConversationPlace) -> any Proof {
    NewCodesProof(account: account, place: place, store: store)
  }
}

private final class NewCodesProof: Proof {
  private let account: Account
  private let place: ConversationPlace
  private let store: any SecondStepStore
  private let made = Mutex<[RecoveryCodeDigest]?>(nil)

  init(account: Account, place: ConversationPlace, store: any SecondStepStore) {
    (self.account, self.place, self.store) = (account, place, store)
  }

  func proceed() async throws(StoreError) -> ProofStep {
    if let digests = made.withLock({ $0 }) {
      let changed = try await store.replaceRecoveryCodes(
        of: account, by: digests, sparing: place.session, from: place.source)
      return changed.map { .changed($0) } ?? .refused
    }
    guard account.secondStep != nil else { return .refused }
    guard let codes = RecoveryCode.newSet() else { throw .hashing(.outOfMemory) }
    made.withLock { $0 = codes.map { $0.digest(account: account.id) } }
    return .tell(.recoveryCodes(codes.map(\.text)))
  }

  func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep { .refused }
}
