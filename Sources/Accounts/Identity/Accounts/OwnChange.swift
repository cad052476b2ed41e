public import SSHKeys

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
