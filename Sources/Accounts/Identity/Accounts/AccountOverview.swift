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
