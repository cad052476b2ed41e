internal import CSodium

/// The secret that proves a session: 256 random bits. Only its digest is stored.
///
/// Printing or dumping it shows nothing. `base64URL` is the only way to get the token.
public struct SecureToken: Sendable, CustomStringConvertible, CustomReflectable {
  private static let byteCount = 32

  private let bytes: [UInt8]

  /// A new token.
  public init() {
    bytes = randomBytes(Self.byteCount)
  }

  /// The token in `text`: exactly 43 characters of base64url (RFC 4648, section 5) without padding. `nil` for any other
  /// text.
  public init?(base64URL text: String) {
    guard let bytes = Base64.urlSafe.decode(text, count: Self.byteCount) else { return nil }
    self.bytes = bytes
  }

  /// The token as its holder gets it: 43 characters of base64url.
  public var base64URL: String { Base64.urlSafe.encode(bytes) }

  /// Lends the same characters as bytes, for a message.
  public func withBase64URL<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    var text = base64URL
    return text.withUTF8(body)
  }

  /// The digest of the token, which is all that stores keep.
  public var digest: TokenDigest { TokenDigest(of: bytes) }

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

  init(of token: [UInt8]) {
    var digest = [UInt8](repeating: 0, count: Self.byteCount)
    crypto_hash_sha256(&digest, token, UInt64(token.count))
    bytes = digest
  }
}
