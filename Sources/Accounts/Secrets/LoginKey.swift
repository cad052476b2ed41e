internal import CSodium

/// The key of a store for the digests of unknown logins, which may be passwords in the wrong field.
public struct LoginKey: Sendable, Hashable {
  /// The number of bytes in a key.
  public static let byteCount = 32

  private let bytes: [UInt8]

  /// A new key.
  public init() {
    bytes = randomBytes(Self.byteCount)
  }

  /// A key from a store, or nil unless it has ``byteCount`` bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Returns 16 hexadecimal digits that stand for `text`: 64 bits of its keyed BLAKE2b (RFC 7693).
  public func digest(of text: String) -> String {
    keyedHash(of: Array(text.utf8)).prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The keyed BLAKE2b of `text`, 16 bytes.
  func keyedHash(of text: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 16)
    crypto_generichash(&digest, digest.count, text, UInt64(text.count), bytes, bytes.count)
    return digest
  }
}
