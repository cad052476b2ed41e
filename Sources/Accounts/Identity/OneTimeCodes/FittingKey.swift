public import Secrets

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
