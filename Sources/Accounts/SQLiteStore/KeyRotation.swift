public import Identity
import Secrets

/// Replaces the key that seals the secrets of second steps, while people sign in.
///
/// Between ``begin()`` and ``end()`` the file has both keys: the new one seals, and both open. A program that is killed
/// anywhere between leaves a store that works, and the next rotation goes on where it stopped.
public struct KeyRotation: Sendable {
  private let store: any SealedSecretStore
  private let keys: SealingKeyFile
  private static let secretsAtOnce = 500

  /// A rotation of the key in `keys`, which seals the secrets of `store`.
  public init(of store: any SealedSecretStore, keys: SealingKeyFile) {
    self.store = store
    self.keys = keys
  }

  /// Replaces the key, and seals all secrets again.
  /// - Returns: The number of secrets that were sealed again; nil if there is no key, because nobody has a second step.
  /// - Throws: ``Identity/StoreError``. If no key opens a secret, nothing has changed.
  public func perform() async throws(StoreError) -> Int? {
    if try await begin() == .noKey { return nil }
    return try await finish()
  }

  /// What the file has after the first step.
  public enum Beginning: Sendable {
    /// No key: nobody has a second step.
    case noKey
    /// A new key, made just now, and the former one.
    case newKey
    /// The two keys of an earlier rotation.
    case twoKeys
  }

  /// Puts a new key before the old one, unless an earlier rotation has done that.
  /// - Throws: ``Identity/StoreError``. If no key opens a secret, nothing has changed.
  public func begin() async throws(StoreError) -> Beginning {
    let secrets = try await store.sealedSecrets(after: 0, limit: .max)
    guard let key = try keys.key(opening: secrets.first) else { return .noKey }
    guard secrets.allSatisfy({ key.opens($0) }) else { throw keys.foreign }
    if key.former != nil { return .twoKeys }
    var isReplaced = false
    try keys.change { key in
      // Another rotation may have been first.
      guard key.former == nil, secrets.allSatisfy({ key.opens($0) }) else { return nil }
      guard let new = SealingKey(replacing: key) else { throw StoreError.unreachable(.outOfMemory, path: keys.path) }
      isReplaced = true
      return new
    }
    return isReplaced ? .newKey : try await begin()
  }

  /// Seals all secrets with the new key, and takes the old one away. All services must have the new one.
  /// - Returns: The number of secrets that were sealed again.
  public func finish() async throws(StoreError) -> Int {
    var count = 0
    repeat { count += try await sealAgain() } while try await !end()
    return count
  }

  /// Seals with the new key what the old one has sealed.
  /// - Returns: The number of secrets.
  func sealAgain() async throws(StoreError) -> Int {
    guard let key = try keys.key() else { throw keys.missing }
    var (count, last) = (0, Int64(0))
    while case let secrets = try await store.sealedSecrets(after: last, limit: Self.secretsAtOnce),
      let end = secrets.last
    {
      for secret in secrets where !key.alone.opens(secret) {
        let context = Account.sealingContext(secret.account)
        guard let text = key.open(secret.bytes, for: context) else { throw keys.foreign }
        // Unless its owner has replaced it meanwhile.
        if try await store.replace(secret, by: key.seal(text, for: context)) { count += 1 }
      }
      last = end.account
    }
    return count
  }

  /// Takes the old key away, if it is of no use any more.
  /// - Returns: Whether it was. If not, somebody sealed with it meanwhile.
  func end() async throws(StoreError) -> Bool {
    // Nobody adds a secret meanwhile. Who adds one later sees that the key is gone, see SetUpStep.
    try await store.withAllSealedSecrets { [keys] secrets in
      var isOver = true
      try keys.change { key in
        isOver = secrets.allSatisfy { key.alone.opens($0) }
        return isOver && key.former != nil ? key.alone : nil
      }
      return isOver
    }
  }
}

extension SealingKey {
  func opens(_ secret: SealedSecret) -> Bool {
    open(secret.bytes, for: Account.sealingContext(secret.account)) != nil
  }
}
