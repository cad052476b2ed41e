internal import CSodium

/// A code that takes the place of a timed code once, for people who have lost their app: 80 random bits. Only its digest
/// is stored. Printing or dumping it shows nothing; `text` is the only way to get the code.
public struct RecoveryCode: Sendable, CustomStringConvertible, CustomReflectable {
  /// The number of codes that a person gets at once.
  public static let setCount = 10

  static let byteCount = 10
  /// The characters of a code, without hyphens.
  public static let characterCount = 16

  private let bytes: SecretBytes

  /// A new random code. Nil if memory is exhausted.
  public init?() {
    guard let bytes = SecretBytes(randomCount: Self.byteCount) else { return nil }
    self.init(bytes: bytes)
  }

  init(bytes: SecretBytes) {
    self.bytes = bytes
  }

  /// `setCount` new codes. Nil if memory is exhausted. None begins with six digits: a form sends a code of six once the last one
  /// is typed, and would send half of this one.
  public static func newSet() -> [RecoveryCode]? {
    var codes: [RecoveryCode] = []
    while codes.count < setCount {
      guard let code = RecoveryCode() else { return nil }
      let start = code.text.utf8.prefix(7)  // with a hyphen
      if start.contains(where: { $0 >= UInt8(ascii: "A") }) { codes.append(code) }
    }
    return codes
  }

  /// The code as its holder gets it: four groups of four capital letters and digits, with hyphens between them. It is
  /// meant to be shown, so it is an ordinary text.
  public var text: String { Base32.crockford.encode(bytes, separator: "-") }

  /// The digest of the code for an account, which is all that stores keep.
  /// - Parameter account: The number of the account.
  public func digest(account: Int64) -> RecoveryCodeDigest {
    RecoveryCodeDigest(of: bytes, account: account)
  }

  /// The name of the type, and nothing of the code.
  public var description: String { "RecoveryCode" }

  /// Nothing of the code.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

/// The SHA-256 (FIPS 180-4) of an account's number and a recovery code.
///
/// It need not be slow: 80 random bits can't be guessed, not even with a copy of the store. The number keeps one guess
/// from being tried at the codes of all accounts at once.
public struct RecoveryCodeDigest: Sendable, Hashable {
  /// The number of bytes in a digest.
  public static let byteCount = 32

  /// The digest, `byteCount` bytes.
  public let bytes: [UInt8]

  /// A digest from a store, or nil unless it has `byteCount` bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// The digest of a code as typed: 16 letters and digits in either case, read as ``CodeCharacters`` says. O counts as
  /// 0, and I and L as 1. The typed code stays as it is.
  /// - Parameter account: The number of the account.
  /// - Returns: Nil if the text cannot be a recovery code, was wiped, or memory is exhausted.
  public init?(typed: SealedPassword, account: Int64) {
    let code = SecretBytes(count: RecoveryCode.byteCount) { place in
      typed.withUTF8 { Self.decode($0, into: place) } ?? false
    }
    guard let code else { return nil }
    self.init(of: code, account: account)
  }

  fileprivate init(of code: SecretBytes, account: Int64) {
    let number = withUnsafeBytes(of: account.littleEndian, Array.init)
    var state = crypto_hash_sha256_state()
    var digest = [UInt8](repeating: 0, count: Self.byteCount)
    crypto_hash_sha256_init(&state)
    crypto_hash_sha256_update(&state, number, UInt64(number.count))
    _ = code.withBytes { crypto_hash_sha256_update(&state, $0, UInt64($1)) }
    crypto_hash_sha256_final(&state, &digest)  // wipes the state
    bytes = digest
  }

  /// Writes the bytes of a typed code. Returns false if it cannot be one.
  private static func decode(_ typed: UnsafeBufferPointer<UInt8>, into place: UnsafeMutableRawBufferPointer) -> Bool {
    var count = 0
    for character in CodeCharacters(typed) {
      guard count < RecoveryCode.characterCount, let value = Base32.crockford.value(of: corrected(character)) else {
        return false
      }
      // Five bits, of which the first ones may belong to one byte and the others to the next.
      let (index, offset) = (count * 5 / 8, count * 5 % 8)
      let pair = UInt16(value) << (11 - offset)
      place[index] |= UInt8(pair >> 8)
      if offset > 3 { place[index + 1] |= UInt8(pair & 0xFF) }
      count += 1
    }
    return count == RecoveryCode.characterCount
  }

  /// The digit that a letter was taken for.
  private static func corrected(_ character: UInt8) -> UInt8 {
    switch character {
    case UInt8(ascii: "o"), UInt8(ascii: "O"): UInt8(ascii: "0")
    case UInt8(ascii: "i"), UInt8(ascii: "I"), UInt8(ascii: "l"), UInt8(ascii: "L"): UInt8(ascii: "1")
    default: character
    }
  }
}
