public import Secrets

/// The place of the key that seals the secrets of second steps.
public protocol SealingKeySource: Sendable {
  /// Returns the key, or nil if there is none.
  func key() throws(StoreError) -> SealingKey?

  /// Makes a key if there is none, and returns the current one: another program may have won the race.
  func makeKey() throws(StoreError) -> SealingKey

  /// The error for a missing key where secrets are sealed.
  var missing: StoreError { get }

  /// The error for a key other than the one that sealed the secrets.
  var foreign: StoreError { get }
}

extension SealingKeySource {
  /// Returns the key that opens `sealed`, any secret of the store. Nil if there is neither.
  /// - Throws: Besides the errors of ``key()``, those that say that the key is missing, or another one.
  public func key(opening sealed: SealedSecret?) throws(StoreError) -> SealingKey? {
    guard let key = try key() else {
      if sealed != nil { throw missing }
      return nil
    }
    if let sealed, key.open(sealed.bytes, for: Account.sealingContext(sealed.account)) == nil { throw foreign }
    return key
  }
}
