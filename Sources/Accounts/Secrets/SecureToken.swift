internal import CSodium

/// The secret that proves a session: 256 random bits, in guarded memory. Only its digest is stored.
///
/// Printing or dumping it shows nothing. ``base64URL`` is for its holder; a program that only passes it on uses
/// ``withBase64URL(_:)``.
public struct SecureToken: Sendable, CustomStringConvertible, CustomReflectable {
  private static let byteCount = 32
  private static let textCount = 43

  private let bytes: SecretBytes

  /// A new token. Stops the program if memory is exhausted, as any new value of Swift does.
  public init() {
    guard let bytes = SecretBytes(randomCount: Self.byteCount) else { fatalError("There is no memory for a token.") }
    self.bytes = bytes
  }

  /// The token in `text`: exactly 43 characters of base64url (RFC 4648, section 5) without padding. `nil` for any other
  /// text.
  public init?(base64URL text: String) {
    var text = text
    guard let token = text.withUTF8({ SecureToken(base64URL: $0) }) else { return nil }
    self = token
  }

  /// The same of characters that are in guarded memory, of which no copy is made elsewhere.
  public init?(base64URL text: UnsafeBufferPointer<UInt8>) {
    guard text.count == Self.textCount else { return nil }
    let bytes = SecretBytes(count: Self.byteCount) { place in
      Base64.urlSafe.decode(UnsafeRawBufferPointer(text), into: place)
    }
    guard let bytes else { return nil }
    self.bytes = bytes
  }

  /// The token as its holder gets it: 43 characters of base64url.
  public var base64URL: String { withBase64URL { String(decoding: $0, as: UTF8.self) } }

  /// Lends the same characters as bytes in guarded memory, for a message.
  public func withBase64URL<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    // With the NUL that the library writes.
    let text = SecretBytes(count: Self.textCount + 1) { place in
      bytes.withBytes { start, count in
        Base64.urlSafe.encode(UnsafeRawBufferPointer(start: start, count: count), into: place)
      }
      return true
    }
    guard let text else { fatalError("There is no memory for a token.") }
    return text.withBytes { start, _ in body(UnsafeBufferPointer(start: start, count: Self.textCount)) }
  }

  /// The digest of the token, which is all that stores keep.
  public var digest: TokenDigest { bytes.withBytes { TokenDigest(of: UnsafeBufferPointer(start: $0, count: $1)) } }

  /// The name of the type, and nothing of the token.
  public var description: String { "SecureToken" }

  /// Nothing of the token.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

/// The SHA-256 of a token (FIPS 180-4), which finds its session. It need not be slow, because 256 random bits cannot be
/// guessed.
public struct TokenDigest: Sendable, Hashable {
  /// The number of bytes in a digest.
  public static let byteCount = 32

  /// The digest, `byteCount` bytes.
  public let bytes: [UInt8]

  /// A digest from a store, or `nil` unless it has `byteCount` bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  init(of token: UnsafeBufferPointer<UInt8>) {
    var digest = [UInt8](repeating: 0, count: Self.byteCount)
    crypto_hash_sha256(&digest, token.baseAddress, UInt64(token.count))
    bytes = digest
  }
}
