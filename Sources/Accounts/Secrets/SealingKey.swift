internal import CSodium

/// A key that seals the secrets of a store with XChaCha20-Poly1305, so that a copy of the store alone does not reveal
/// them. It is kept in guarded memory. Printing or dumping it shows nothing.
public struct SealingKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// The number of bytes in a key.
  public static let byteCount = 32

  private static let nonceByteCount = 24
  private static let tagByteCount = 16

  /// The key itself, to be written to its file.
  public let bytes: SecretBytes

  /// The key before it, while the secrets of a store are sealed again. It opens secrets, and seals none.
  public let former: SecretBytes?

  /// A new random key. Nil if memory is exhausted.
  /// - Parameter former: The key that it replaces.
  public init?(replacing former: SealingKey? = nil) {
    guard let bytes = SecretBytes(randomCount: Self.byteCount) else { return nil }
    self.init(bytes: bytes, former: former?.bytes)
  }

  /// A key from its file, and the one before it. Nil unless each has `byteCount` bytes.
  public init?(bytes: SecretBytes, former: SecretBytes? = nil) {
    guard bytes.count == Self.byteCount, former.map({ $0.count == Self.byteCount }) != false else { return nil }
    (self.bytes, self.former) = (bytes, former)
  }

  /// The same key, without the one before it.
  public var alone: SealingKey { SealingKey(alone: bytes) }

  private init(alone bytes: SecretBytes) { (self.bytes, former) = (bytes, nil) }

  /// Returns `secret` sealed: a random nonce of 24 bytes, then as many bytes as the secret has, then a tag of 16. Two
  /// seals of the same secret differ.
  /// - Parameter context: A text for the place of the secret, such as its account. Only the same text opens it, so it
  ///   can't be moved to another place of the store.
  public func seal(_ secret: SecretBytes, for context: String) -> [UInt8] {
    let nonce = randomBytes(Self.nonceByteCount)
    var sealed = [UInt8](repeating: 0, count: secret.count + Self.tagByteCount)
    // It cannot fail: libsodium refuses only texts of more than 256 GiB.
    _ = secret.withBytes { text, count in
      bytes.withBytes { key, _ in
        crypto_aead_xchacha20poly1305_ietf_encrypt(
          &sealed, nil, text, UInt64(count), Array(context.utf8), UInt64(context.utf8.count), nil, nonce, key)
      }
    }
    return nonce + sealed
  }

  /// Returns the secret in `sealed`. Nil if another key or context sealed it, if it is not whole, or if memory is
  /// exhausted.
  public func open(_ sealed: [UInt8], for context: String) -> SecretBytes? {
    let nonce = Array(sealed.prefix(Self.nonceByteCount))
    let rest = Array(sealed.dropFirst(Self.nonceByteCount))
    return SecretBytes(count: rest.count - Self.tagByteCount) { place in
      [bytes, former].contains { key in
        key?.withBytes { key, _ in
          crypto_aead_xchacha20poly1305_ietf_decrypt(
            place.assumingMemoryBound(to: UInt8.self).baseAddress, nil, nil, rest, UInt64(rest.count),
            Array(context.utf8), UInt64(context.utf8.count), nonce, key) == 0
        } == true
      }
    }
  }

  /// The name of the type, and nothing of the key.
  public var description: String { "SealingKey" }

  /// Nothing of the key.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
