public import Secrets

/// Where sessions are kept. Every operation is one atomic step, also against other processes.
public protocol SessionStore: Sendable {
  /// Opens a session for whoever holds the token of `digest`. Nil, and nothing opened, when the account was changed,
  /// locked or removed since `account` was read: its ``Account/revision`` tells.
  func open(
    _ digest: TokenDigest, for account: Account, lasting lifetime: SessionLifetime
  ) async throws(StoreError) -> Session?

  /// The session of the token of `digest`, now used once more; nil when there is none or it has expired.
  func verify(_ digest: TokenDigest) async throws(StoreError) -> Session?

  /// The sessions that have not expired, the latest opened first: of `email`, or all when it is nil.
  func sessions(of email: EmailAddress?) async throws(StoreError) -> [Session]

  /// Ends sessions; says how many that had not expired.
  @discardableResult
  func revoke(_ selection: SessionSelection) async throws(StoreError) -> Int
}

/// Which sessions to end.
public enum SessionSelection: Sendable, Hashable {
  /// The one of that name.
  case id(SessionID)
  /// The one of the token with that digest.
  case token(TokenDigest)
  /// All of one account.
  case allOf(EmailAddress)
  /// Every one in the store.
  case all
}
