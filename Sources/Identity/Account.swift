public import Secrets

/// An account as a store keeps it. Authenticators use it; lists are made of ``AccountSummary``.
public struct Account: Sendable, Hashable {
  /// Its number, which is never used again, not even after the account was removed.
  public let id: Int64
  /// The email that its owner signs in with, as typed when the account was added.
  public let email: EmailAddress
  /// The hash of its password.
  public let passwordHash: PasswordHash
  /// Whether the account is locked. Nobody can sign in to a locked account.
  public let isLocked: Bool
  /// Grows with every ``AccountChange``, so a password verified before a change opens nothing after it.
  public let revision: Int64

  /// Its owner, as our own passwords prove them.
  public var subject: Subject { Subject(provider: Subject.ourProvider, id: String(id)) }

  /// An account with the given properties.
  public init(id: Int64, email: EmailAddress, passwordHash: PasswordHash, isLocked: Bool, revision: Int64) {
    self.id = id
    self.email = email
    self.passwordHash = passwordHash
    self.isLocked = isLocked
    self.revision = revision
  }
}

/// An account to be added together with others.
public struct NewAccount: Sendable, Hashable {
  /// The email that its owner will sign in with.
  public let email: EmailAddress
  /// The hash of its password.
  public let passwordHash: PasswordHash

  /// The account of `email`.
  public init(email: EmailAddress, passwordHash: PasswordHash) {
    self.email = email
    self.passwordHash = passwordHash
  }
}

/// An entry in the list of accounts, without secrets.
public struct AccountSummary: Sendable, Hashable {
  /// The email that its owner signs in with.
  public let email: EmailAddress
  /// Whether the account is locked.
  public let isLocked: Bool
  /// The time at which the account was added.
  public let added: Timestamp
  /// The time at which its owner last signed in, or nil if never.
  public let lastSignIn: Timestamp?

  /// An entry with the given properties.
  public init(email: EmailAddress, isLocked: Bool, added: Timestamp, lastSignIn: Timestamp?) {
    self.email = email
    self.isLocked = isLocked
    self.added = added
    self.lastSignIn = lastSignIn
  }
}

/// A change to an account by an administrator. Every change ends the account's sessions.
public enum AccountChange: Sendable, Hashable {
  /// A new password, given as its hash.
  case password(PasswordHash)
  /// The account is locked: nobody can sign in to it.
  case lock
  /// The account is unlocked.
  case unlock
  /// The account is removed. Its attempts stay in the log.
  case remove

  /// The change in the log.
  public var logged: LoggedChange {
    switch self {
    case .password: .passwordReset
    case .lock: .locked
    case .unlock: .unlocked
    case .remove: .accountRemoved
    }
  }
}
