public import Secrets

/// An account as a store keeps it. Of use to those who check passwords; lists are made of ``AccountSummary``.
public struct Account: Sendable, Hashable {
  /// Never given twice, not even after the account was removed.
  public let id: Int64
  /// The address its owner signs in with, as typed when the account was added.
  public let email: EmailAddress
  /// The hash of its password.
  public let passwordHash: PasswordHash
  /// Nobody can sign in to a locked account.
  public let isLocked: Bool
  /// Grows with every ``AccountChange``, so that what was verified before a change opens nothing after it.
  public let revision: Int64

  /// An account with the given properties.
  public init(id: Int64, email: EmailAddress, passwordHash: PasswordHash, isLocked: Bool, revision: Int64) {
    self.id = id
    self.email = email
    self.passwordHash = passwordHash
    self.isLocked = isLocked
    self.revision = revision
  }
}

/// An account that is to be added with others.
public struct NewAccount: Sendable, Hashable {
  /// The address its owner will sign in with.
  public let email: EmailAddress
  /// The hash of its password.
  public let passwordHash: PasswordHash

  /// The account of `email`.
  public init(email: EmailAddress, passwordHash: PasswordHash) {
    self.email = email
    self.passwordHash = passwordHash
  }
}

/// A line of the list of accounts: nothing secret.
public struct AccountSummary: Sendable, Hashable {
  /// The address its owner signs in with.
  public let email: EmailAddress
  /// Whether signing in is barred.
  public let isLocked: Bool
  /// When the account was added.
  public let added: Timestamp
  /// When its owner last signed in, nil when never.
  public let lastSignIn: Timestamp?

  /// A line with the given properties.
  public init(email: EmailAddress, isLocked: Bool, added: Timestamp, lastSignIn: Timestamp?) {
    self.email = email
    self.isLocked = isLocked
    self.added = added
    self.lastSignIn = lastSignIn
  }
}

/// What can be done to an account. Each ends its sessions.
public enum AccountChange: Sendable, Hashable {
  /// A new password, given as its hash.
  case password(PasswordHash)
  /// Nobody can sign in until it is unlocked.
  case lock
  /// The end of a lock.
  case unlock
  /// The account is gone. Its attempts stay in the log.
  case remove
}
