public import Identity

/// An event in the log of a service. It contains no typed text.
public enum ServerEvent: Sendable, Hashable {
  /// A limit that a user met.
  public enum Limit: String, Sendable {
    /// The connections of all users at once.
    case connections
    /// The connections of one user at once.
    case connectionsOfUser = "connections-of-uid"
    /// The conversations that one user begins in a minute.
    case conversations
    /// The answers of all users that are verified at once.
    case answers
    /// The answers of one user that are verified at once.
    case answersOfUser = "answers-of-uid"
    /// The names of all users that workers prove at once.
    case workers
    /// The names of one user that workers prove at once.
    case workersOfUser = "workers-of-uid"
  }

  /// A user sends so much that nothing more is received from them for a while. Reported once a minute for each uid.
  case slowedDown(uid: UInt32)
  /// A user met a limit. Reported once a minute for each uid.
  case refused(Limit, uid: UInt32)
  /// A user's program broke the protocol, so its connection was closed. Reported once a minute for each uid.
  case offence(uid: UInt32)
  /// The store failed. It is told each time.
  case storeFailed(StoreError)
}
