public import Secrets

/// A store of sessions. Every operation is one atomic step, also against other processes. Only a sign-in opens one, see
/// ``AttemptLog/settle(_:as:under:)``.
public protocol SessionStore: Sendable {
  /// Returns the session of the token of `digest` and marks it as used now. Nil if there is none, if it has expired, or if
  /// it isn't the bearer's to use.
  func verify(_ digest: TokenDigest, by bearer: TokenBearer) async throws(StoreError) -> Session?

  /// Returns the sessions that have not expired, the latest opened first: those of `email`, or all if it is nil.
  func sessions(of email: EmailAddress?) async throws(StoreError) -> [Session]

  /// Ends sessions, and returns the number of those that had not expired. In the same step, those of one account become
  /// one row of the ``AttemptLog``.
  @discardableResult
  func revoke(_ selection: SessionSelection, from source: AttemptSource) async throws(StoreError) -> Int
}

extension SessionStore {
  /// The same for a bearer who may ask about all sessions.
  public func verify(_ digest: TokenDigest) async throws(StoreError) -> Session? {
    try await verify(digest, by: .anybody)
  }
}

/// The choice of sessions to end.
public enum SessionSelection: Sendable, Hashable, Codable {
  /// The session of that name.
  case id(SessionID)
  /// The session of the token with that digest.
  case token(TokenDigest)
  /// All sessions of one account.
  case allOf(EmailAddress)
  /// All sessions in the store.
  case all

  // The names of what has no label in Swift.
  private enum IdCodingKeys: String, CodingKey { case _0 = "id" }
  private enum TokenCodingKeys: String, CodingKey { case _0 = "digest" }
  private enum AllOfCodingKeys: String, CodingKey { case _0 = "email" }

  /// The change in the log. A token proves its owner.
  public var logged: LoggedChange {
    switch self {
    case .token: .signedOut
    case .id, .allOf, .all: .sessionRevoked
    }
  }
}
