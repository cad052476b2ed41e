public import Secrets

/// The second step of an account: codes from its owner's device, made from a secret and the time (RFC 6238), or keys, or both.
/// Its keys are read on their own, see ``AccountKey``.
public struct SecondStep: Sendable, Hashable {
  /// The secret of the codes, sealed by a key that is not in the store; nil for an account that has only keys.
  public let sealedSecret: [UInt8]?
  /// The time step of the last used code. Each code is good once, so only later ones are accepted.
  public let lastUsed: Int64
  /// The wrong codes in a row.
  public let wrongCodes: Int

  /// The most wrong codes in a row (NIST SP 800-63B, 5.2.2). From then on only a recovery code or an administrator
  /// helps.
  public static let mostWrongCodes = 100

  /// Whether codes are not taken any more.
  public var isLocked: Bool { wrongCodes >= Self.mostWrongCodes }

  /// A second step with the given properties.
  public init(sealedSecret: [UInt8]?, lastUsed: Int64, wrongCodes: Int) {
    self.sealedSecret = sealedSecret
    self.lastUsed = lastUsed
    self.wrongCodes = wrongCodes
  }
}

/// The sealed secret of an account's second step.
public struct SealedSecret: Sendable, Hashable {
  /// The number of the account.
  public let account: Int64
  /// The secret, sealed.
  public let bytes: [UInt8]

  /// A secret with the given properties.
  public init(account: Int64, bytes: [UInt8]) {
    self.account = account
    self.bytes = bytes
  }
}

/// A second step to be added to an account.
public struct NewSecondStep: Sendable, Hashable {
  /// The secret, sealed.
  public let sealedSecret: [UInt8]
  /// The time step of the code that confirmed it, which is used.
  public let confirmed: Int64
  /// The digests of its recovery codes.
  public let recoveryCodes: [RecoveryCodeDigest]

  /// A second step with the given properties.
  public init(sealedSecret: [UInt8], confirmed: Int64, recoveryCodes: [RecoveryCodeDigest]) {
    self.sealedSecret = sealedSecret
    self.confirmed = confirmed
    self.recoveryCodes = recoveryCodes
  }
}
