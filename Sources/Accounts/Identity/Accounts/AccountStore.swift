public import Secrets

/// The administration of accounts. Every operation is one atomic step, also against other processes. In the same step,
/// each change becomes a row of the ``AttemptLog``, with the source that it was made from.
///
/// Hashes go in, and none comes out. So a service can offer all of this to programs of administrators.
public protocol AccountAdministration: AccountKeyReading {
  /// Returns the account of `email` without its secrets, or nil if there is none.
  func knownAccount(of email: EmailAddress) async throws(StoreError) -> KnownAccount?

  /// Returns at most `limit` accounts in the order of ``EmailAddress/key``, after the account of `email`, or from the
  /// first one if `email` is nil.
  func accounts(after email: EmailAddress?, limit: Int) async throws(StoreError) -> [AccountSummary]

  /// Adds an account, unless `email` has one, or `condition` forbids it.
  func add(
    _ email: EmailAddress, _ passwordHash: PasswordHash, _ condition: AdditionCondition, from source: AttemptSource
  ) async throws(StoreError) -> AccountAddition

  /// Adds many accounts in one step, and records that passwords of `lengths` characters have been allowed.
  /// - Returns: The positions, in rising order, of the accounts that were not added because their email has an account
  ///   or comes earlier in `accounts`. With ``BulkAddition/allOrNone``, any such position means that nothing was done.
  func add(
    _ accounts: [NewAccount], _ addition: BulkAddition, allowing lengths: ClosedRange<Int>,
    from source: AttemptSource
  ) async throws(StoreError) -> [Int]

  /// Changes the email of an account to `new`. Its password, sessions, second step, links and failures stay, and so
  /// does its log: the rows since it was added move to `new`, and a row under each email records it, see
  /// ``LoggedChange/renamed``. A sign-in under way is refused. Nothing happens if `new` is the email as it is.
  func rename(
    _ email: EmailAddress, to new: EmailAddress, from source: AttemptSource
  ) async throws(StoreError) -> AccountRenaming

  /// Changes the account of `email` and ends its sessions. Unlocking it, and another password, also clear its failures.
  func change(
    _ email: EmailAddress, _ change: AccountChange, from source: AttemptSource
  ) async throws(StoreError) -> AccountLookup

  /// Records that passwords of `range` characters have been allowed, and returns the widest range ever allowed.
  func widestPasswordLength(including range: ClosedRange<Int>) async throws(StoreError) -> ClosedRange<Int>
}

/// A store of accounts, with their hashes. Only the program that opens it has one.
public protocol AccountStore: AccountAdministration {
  /// Whether there are no accounts.
  func isEmpty() async throws(StoreError) -> Bool

  /// Returns the account of `email`, or nil if there is none.
  func account(of email: EmailAddress) async throws(StoreError) -> Account?

  /// Returns the email that an account has now; nil if the account is gone, or the store has not made the reference.
  func currentEmail(of account: AccountReference) async throws(StoreError) -> EmailAddress?

  /// Returns the cost of the costliest hash, by ``Secrets/HashCost/work``, or nil if there are no accounts.
  func costliestHashCost() async throws(StoreError) -> HashCost?

  /// Adds an account, unless `email` has one, or `condition` forbids it. The row of `attempt`, with which the sign-up was
  /// charged, becomes ``LoggedChange/accountAdded``, which is neither a failure nor a success. So its owner reads that
  /// the account was added before they signed in to it.
  func add(
    _ email: EmailAddress, _ passwordHash: PasswordHash, _ condition: AdditionCondition, settling attempt: AttemptID
  ) async throws(StoreError) -> AccountAddition

  /// Gives `account` another password and ends its sessions, except `spared`, in which its owner makes the change.
  ///
  /// The row of `attempt`, with which the current password was charged, becomes ``LoggedChange/passwordChanged``. It
  /// clears the failures of the email as a sign-in does, but counts as no sign-in.
  ///
  /// Returns the account as it is now. Returns nil and does nothing if it has changed since `account` was read, `spared`
  /// has ended, or the attempt is settled. It is then no longer certain that the owner asked. See
  /// Decisions/0164-strangers-at-a-service.md.
  func replacePassword(
    of account: Account, by passwordHash: PasswordHash, sparing spared: SessionID?, settling attempt: AttemptID
  ) async throws(StoreError) -> Account?

  /// Replaces the hash of the same password by one with other parameters. This is no ``AccountChange``, so sessions
  /// stay open. Does nothing if the account has changed since `account` was read.
  func rehash(_ account: Account, to passwordHash: PasswordHash) async throws(StoreError)
}

extension AccountStore {
  /// Returns the account of `email` without its secrets, or nil if there is none.
  public func knownAccount(of email: EmailAddress) async throws(StoreError) -> KnownAccount? {
    try await account(of: email).map(KnownAccount.init)
  }
}

/// When an account may be added.
public enum AdditionCondition: String, Sendable, Hashable, Codable {
  /// At any time.
  case always
  /// Only while the store has no accounts.
  case onlyFirst
}

/// The result of adding an account.
public enum AccountAddition: String, Sendable, Hashable, Codable {
  /// The account was added.
  case added
  /// The email had an account already, which is unchanged.
  case exists
  /// The store had an account already, so this would not be the first.
  case notFirst
}

/// The way to add many accounts if some of them exist already.
public enum BulkAddition: String, Sendable, Hashable, Codable {
  /// Add none of them.
  case allOrNone
  /// Add the missing ones.
  case missingOnly
}

/// The result of giving an account another email.
public enum AccountRenaming: String, Sendable, Hashable, CaseIterable, Codable {
  /// The account has the new email.
  case renamed
  /// There was no account of the old email.
  case missing
  /// Another account has the new email. Nothing was done.
  case taken
  /// Another account had the new email since this one was added, and the log has its rows, which this account's owner
  /// would see. Nothing was done.
  case used
}

/// Whether there was an account to change.
public enum AccountLookup: String, Sendable, Hashable, Codable {
  /// There was one, and it is changed.
  case found
  /// There was no account of that email, or the account has no second step to change.
  case missing
}
