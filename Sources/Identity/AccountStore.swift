public import Secrets

/// Where accounts are kept. Every operation is one atomic step, also against other processes.
public protocol AccountStore: Sendable {
  /// Whether there is no account at all.
  func isEmpty() async throws(StoreError) -> Bool

  /// The account of `email`, nil when there is none.
  func account(of email: EmailAddress) async throws(StoreError) -> Account?

  /// At most `limit` accounts by ``EmailAddress/key``, from the one behind `email` on; from the first when it is nil.
  func accounts(after email: EmailAddress?, limit: Int) async throws(StoreError) -> [AccountSummary]

  /// Adds an account, unless `email` has one.
  func add(_ email: EmailAddress, _ passwordHash: PasswordHash) async throws(StoreError) -> AccountAddition

  /// Adds many accounts in one step, and keeps in mind that passwords of `lengths` characters have been allowed.
  /// - Returns: The positions of those that were not added because their email has an account, or stands further in
  ///   front, in rising order. Of ``BulkAddition/allOrNone`` nothing was done when there are any.
  func add(
    _ accounts: [NewAccount], _ addition: BulkAddition, allowing lengths: ClosedRange<Int>
  ) async throws(StoreError) -> [Int]

  /// Changes the account of `email` and ends its sessions.
  func change(_ email: EmailAddress, _ change: AccountChange) async throws(StoreError) -> AccountLookup

  /// Gives `account` another password and ends its sessions, but for `spared`: the one its owner makes the change in.
  /// ``AccountLookup/missing``, and nothing done, when the account has changed since `account` was read, for then it
  /// is not known any more that it was its owner who asked.
  func replacePassword(
    of account: Account, by passwordHash: PasswordHash, sparing spared: SessionID?
  ) async throws(StoreError) -> AccountLookup

  /// Replaces the hash of the same password by one with other parameters: no ``AccountChange``, so sessions live on.
  /// Does nothing when the account has changed since `account` was read.
  func rehash(_ account: Account, to passwordHash: PasswordHash) async throws(StoreError)

  /// Keeps in mind that passwords of `range` characters have been allowed, and returns the widest range ever allowed.
  func widestPasswordLength(including range: ClosedRange<Int>) async throws(StoreError) -> ClosedRange<Int>
}

/// What became of an addition.
public enum AccountAddition: Sendable, Hashable {
  /// The account was added.
  case added
  /// There was one of the same email already; it is as it was.
  case exists
}

/// What to do with many accounts of which some are there already.
public enum BulkAddition: Sendable, Hashable {
  /// Add none of them.
  case allOrNone
  /// Add the others.
  case missingOnly
}

/// Whether there was an account to change.
public enum AccountLookup: Sendable, Hashable {
  /// There was, and it is changed.
  case found
  /// There was none of that email.
  case missing
}
