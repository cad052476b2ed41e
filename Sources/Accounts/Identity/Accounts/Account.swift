public import SSHKeys
public import Secrets

/// An account as a store keeps it. Authenticators use it; lists are made of ``AccountSummary``.
public struct Account: Sendable, Hashable {
  /// Its number, which is never used again, not even after the account was removed.
  public let id: Int64
  /// The email that its owner signs in with, as typed when the account was added.
  public let email: EmailAddress
  /// The hash of its password; nil if it has none, because another provider proves who its owner is.
  public var passwordHash: PasswordHash?
  /// Whether the account is locked. Nobody can sign in to a locked account.
  public var isLocked: Bool
  /// Grows with every ``AccountChange``, so a password verified before a change opens nothing after it.
  public var revision: Int64
  /// The time at which the password was set.
  public var passwordSet: Timestamp
  /// Whether the password is good for one sign-in, in which it must be changed.
  public var isPasswordOneTime: Bool
  /// Its second step, or nil if it has none.
  public var secondStep: SecondStep?

  /// Its owner, as our own passwords prove them.
  public var subject: Subject { Subject(provider: Subject.ourProvider, id: String(id)) }

  /// An account with the given properties.
  public init(
    id: Int64, email: EmailAddress, passwordHash: PasswordHash?, isLocked: Bool, revision: Int64,
    passwordSet: Timestamp = Timestamp(milliseconds: 0), isPasswordOneTime: Bool = false, secondStep: SecondStep? = nil
  ) {
    self.id = id
    self.email = email
    self.passwordHash = passwordHash
    self.isLocked = isLocked
    self.revision = revision
    self.passwordSet = passwordSet
    self.isPasswordOneTime = isPasswordOneTime
    self.secondStep = secondStep
  }
}

/// An account to be added together with others.
public struct NewAccount: Sendable, Hashable, Encodable {
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
public struct AccountSummary: Sendable, Hashable, Codable {
  /// The email that its owner signs in with.
  public let email: EmailAddress
  /// Whether the account is locked.
  public let isLocked: Bool
  /// The time at which the account was added.
  public let added: Timestamp
  /// The time at which its owner last signed in, or nil if never.
  public let lastSignIn: Timestamp?
  /// Whether signing in takes a second step.
  public let hasSecondStep: Bool
  /// How many recovery codes are left of a second step; nil without one, and if an older service does not say.
  public let recoveryCodes: Int?
  /// Whether the password is good for one sign-in, in which it must be changed.
  public let mustChangePassword: Bool
  /// Whether there is a password; nil if an older service does not say.
  public let hasPassword: Bool?

  /// An entry with the given properties.
  public init(
    email: EmailAddress, isLocked: Bool, added: Timestamp, lastSignIn: Timestamp?, hasSecondStep: Bool = false,
    recoveryCodes: Int? = nil, mustChangePassword: Bool = false, hasPassword: Bool? = nil
  ) {
    self.hasPassword = hasPassword
    self.hasSecondStep = hasSecondStep
    self.recoveryCodes = recoveryCodes
    self.mustChangePassword = mustChangePassword
    self.email = email
    self.isLocked = isLocked
    self.added = added
    self.lastSignIn = lastSignIn
  }
}

extension AccountSummary {
  private enum Key: CodingKey {
    case email, isLocked, added, lastSignIn, hasSecondStep, recoveryCodes, mustChangePassword, hasPassword
  }

  /// An entry in a message, perhaps of a program before the last four fields.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    self.init(
      email: try fields.decode(EmailAddress.self, forKey: .email),
      isLocked: try fields.decode(Bool.self, forKey: .isLocked),
      added: try fields.decode(Timestamp.self, forKey: .added),
      lastSignIn: try fields.decodeIfPresent(Timestamp.self, forKey: .lastSignIn),
      hasSecondStep: try fields.decodeIfPresent(Bool.self, forKey: .hasSecondStep) ?? false,
      recoveryCodes: try fields.decodeIfPresent(Int.self, forKey: .recoveryCodes),
      mustChangePassword: try fields.decodeIfPresent(Bool.self, forKey: .mustChangePassword) ?? false,
      hasPassword: try fields.decodeIfPresent(Bool.self, forKey: .hasPassword))
  }
}

/// An account as administrators know it, without secrets.
public struct KnownAccount: Sendable, Hashable, Codable {
  /// Its number, which the digests of its recovery codes are made with.
  public let id: Int64
  /// The email that its owner signs in with.
  public let email: EmailAddress
  /// Whether signing in takes a second step.
  public let hasSecondStep: Bool

  /// An account with the given properties.
  public init(id: Int64, email: EmailAddress, hasSecondStep: Bool) {
    self.id = id
    self.email = email
    self.hasSecondStep = hasSecondStep
  }

  init(_ account: Account) {
    self.init(id: account.id, email: account.email, hasSecondStep: account.secondStep != nil)
  }
}

/// A change to an account by an administrator. Every change ends the account's sessions.
public enum AccountChange: Sendable, Hashable, Codable {
  /// A new password, given as its hash.
  case password(PasswordHash)
  /// A new password, given as its hash. It is good for one sign-in, in which it must be changed.
  case oneTimePassword(PasswordHash)
  /// The second step is removed, with its recovery codes.
  case removeSecondStep
  /// New recovery codes, given as their digests, in place of all others. Codes from the device are taken again.
  case recoveryCodes([RecoveryCodeDigest])
  /// A key is added, and two-step sign-in turned on.
  case addKey(NewAccountKey)
  /// A key is removed.
  case removeKey(PublicKey)
  /// The account is locked: nobody can sign in to it.
  case lock
  /// The account is unlocked.
  case unlock
  /// The account is removed. Its attempts stay in the log.
  case remove

  // The names of what has no label in Swift.
  private enum PasswordCodingKeys: String, CodingKey { case _0 = "hash" }
  private enum OneTimePasswordCodingKeys: String, CodingKey { case _0 = "hash" }
  private enum AddKeyCodingKeys: String, CodingKey { case _0 = "key" }
  private enum RemoveKeyCodingKeys: String, CodingKey { case _0 = "key" }
  private enum RecoveryCodesCodingKeys: String, CodingKey { case _0 = "digests" }

  /// Whether the change clears the failures of the account's email.
  public var clearsFailures: Bool {
    switch self {
    case .password, .oneTimePassword, .unlock: true
    case .removeSecondStep, .recoveryCodes, .addKey, .removeKey, .lock, .remove: false
    }
  }

  /// Whether the places are forgotten where the email is at home, see ``ThrottlePair``. Somebody else may have signed in
  /// there, or the next owner of the email is another person.
  public var forgetsHomes: Bool {
    switch self {
    case .password, .oneTimePassword, .lock, .remove: true
    case .removeSecondStep, .recoveryCodes, .addKey, .removeKey, .unlock: false
    }
  }

  /// The change in the log.
  public var logged: LoggedChange {
    switch self {
    case .password, .oneTimePassword: .passwordReset
    case .removeSecondStep: .secondStepRemoved
    case .recoveryCodes: .recoveryCodesMade
    case .addKey: .keyAdded
    case .removeKey: .keyRemoved
    case .lock: .locked
    case .unlock: .unlocked
    case .remove: .accountRemoved
    }
  }
}
