/// A user who has signed in to an account. A store compares owners in the transaction of each request, so the next
/// owner of an email sees and changes nothing of the former one. See Decisions/0164-strangers-at-a-service.md.
public struct Owner: Sendable, Hashable {
  /// What makes them the owner.
  public enum Standing: Sendable, Hashable {
    /// An open session. Every change of its account by another user ends it.
    case session(SessionID)
    /// The account of that number, as long as it has that revision. Every change makes it greater by one.
    case account(Int64, revision: Int64)
  }

  /// The account's email.
  public let email: EmailAddress
  /// The proof of ownership, as long as the account is not locked.
  public let standing: Standing

  /// The owner of the account of `email`.
  public init(of email: EmailAddress, by standing: Standing) {
    (self.email, self.standing) = (email, standing)
  }

  /// Who signed in to `account`, as it is now.
  public init(of account: Account, in session: SessionID?) {
    self.init(
      of: account.email, by: session.map { .session($0) } ?? .account(account.id, revision: account.revision))
  }

  /// The session, if there is one.
  public var session: SessionID? {
    if case .session(let id) = standing { id } else { nil }
  }

  /// The same after a change of the account that they made themselves.
  public var afterOwnChange: Owner {
    guard case .account(let id, let revision) = standing else { return self }
    return Owner(of: email, by: .account(id, revision: revision + 1))
  }

  /// Whether `account` may still be theirs. Only its store can check whether the session is open.
  func mayOwn(_ account: Account?) -> Bool {
    guard let account, account.email == email, !account.isLocked else { return false }
    guard case .account(let id, let revision) = standing else { return true }
    return account.id == id && account.revision == revision
  }
}
