public import SSHKeys

/// What a signed-in owner sees of the account, besides its log. It has no secret, token or digest.
public struct AccountOverview: Sendable, Hashable, Codable {
  /// The two-step sign-in of an account.
  public struct TwoStep: Sendable, Hashable, Codable {
    /// When it was set up; nil if the log doesn't reach back that far.
    public var since: Timestamp?
    /// The recovery codes that are left.
    public let recoveryCodes: Int
    /// Whether a device makes codes for it; nil if an older service does not say.
    public let hasCodes: Bool?

    /// Two-step sign-in with that many recovery codes left.
    public init(since: Timestamp? = nil, recoveryCodes: Int, hasCodes: Bool? = true) {
      (self.since, self.recoveryCodes, self.hasCodes) = (since, recoveryCodes, hasCodes)
    }
  }

  /// The owner's own session; nil if the sign-in opened none.
  public let session: Session?
  /// The other sessions of the account that have not expired, the latest opened first. A message has at most as many as
  /// fit, see ``otherCount``.
  public var others: [Session]
  /// How many other sessions there are.
  public let otherCount: Int
  /// Nil if two-step sign-in is off.
  public var twoStep: TwoStep?
  /// When the password was set; nil for an account without one.
  public let passwordSet: Timestamp?
  /// The keys of its second step; nil if an older service does not say.
  public let keys: [AccountKey]?

  /// Whether one key is all that its two-step sign-in has, which ends with it. False if an older service does not say.
  public var hasOnlyOneKey: Bool { keys?.count == 1 && twoStep?.hasCodes == false }

  /// The state of an account with these sessions.
  /// - Parameter own: The owner's session; nil for none.
  public init(
    sessions: [Session], own: SessionID?, twoStep: TwoStep?, passwordSet: Timestamp?, keys: [AccountKey]? = nil
  ) {
    self.keys = keys
    session = sessions.first { $0.id == own }
    others = sessions.filter { $0.id != own }
    otherCount = others.count
    self.twoStep = twoStep
    self.passwordSet = passwordSet
  }
}

/// Shows a user their own account. Tests use a scripted one.
public protocol ReadingAccount: Sendable {
  /// Returns the account as it is now.
  nonisolated(nonsending) func overview() async throws(StoreError) -> AccountOverview
}

/// A change of an account that its owner makes in a conversation, which asks for the password first, and for the code of
/// the second step if there is one. Then further changes ask for neither for five minutes: to ask each time trains people
/// to type passwords, to ask once for a session leaves an unattended terminal open. A link always asks, because it opens
/// another way in.
public enum OwnChange: Sendable, Hashable {
  /// Sets up two-step sign-in, or replaces it. The owner was told whether it is on.
  case setUpSecondStep(replaces: Bool)
  /// Turns two-step sign-in off.
  case removeSecondStep
  /// Makes new recovery codes in place of all others.
  case newRecoveryCodes
  /// Adds a key of the owner's agent.
  case addKey
  /// Removes a key. The owner was told whether two-step sign-in ends with it.
  case removeKey(PublicKey, isOnlyFactor: Bool)
  /// Ends other sessions.
  case endSessions(OtherSessions)
}

/// The choice of an owner's other sessions to end.
public enum OtherSessions: Sendable, Hashable {
  /// The session of that name.
  case one(SessionID)
  /// All but their own.
  case all

  /// Whether the session of that name is chosen.
  public func contains(_ session: SessionID) -> Bool {
    switch self {
    case .one(let chosen): chosen == session
    case .all: true
    }
  }
}

/// What a store does for the owner of an account. Each operation compares them in its own transaction.
public protocol OwnerStore: Sendable {
  /// Returns the account of `owner`, without the time since when it has a second step.
  /// - Throws: ``ServiceFault/sessionEnded`` once they are no longer the owner.
  func overview(of owner: Owner) async throws(StoreError) -> AccountOverview

  /// Ends other sessions of the owner's account, never their own. In the same step they become one row of the
  /// ``AttemptLog``.
  /// - Returns: The number of those that had not expired; nil once they are no longer the owner.
  func endSessions(
    _ chosen: OtherSessions, of owner: Owner, from source: AttemptSource
  ) async throws(StoreError) -> Int?
}

/// The account of a member, with what only the log knows of it.
public struct AccountOverviewUseCase: ReadingAccount {
  private let store: any OwnerStore & AttemptLog
  private let member: Owner

  /// The account of `member` in a store.
  public init(_ store: any OwnerStore & AttemptLog, of member: Owner) {
    (self.store, self.member) = (store, member)
  }

  @concurrent
  public func overview() async throws(StoreError) -> AccountOverview {
    var overview = try await store.overview(of: member)
    guard overview.twoStep != nil else { return overview }
    let added = AttemptOutcome.change(.secondStepAdded)
    let page = try await store.page(
      of: AttemptQuery(member: member, search: AttemptSearch(added.rawValue)), before: nil, limit: 10)
    overview.twoStep?.since = page.attempts.first { $0.outcome == added }?.time
    return overview
  }
}
