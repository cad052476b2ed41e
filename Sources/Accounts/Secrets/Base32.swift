/// Text of 32 letters and digits, five bits each, for people who copy it by hand. There is no padding.
public struct Base32: Sendable {
  /// RFC 4648, section 6. Apps for timed codes read it.
  public static let standard = Base32(alphabet: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

  /// Crockford's alphabet. It has no I, L, O and U, so that a reader takes none of them for a digit.
  static let crockford = Base32(alphabet: "0123456789ABCDEFGHJKMNPQRSTVWXYZ")

  private let alphabet: [UInt8]

  private init(alphabet: StaticString) {
    self.alphabet = alphabet.withUTF8Buffer(Array.init)
  }

  /// Returns the bytes as text, in groups of four characters with `separator` between them.
  public func encode(_ bytes: SecretBytes, separator: String = "") -> String {
    bytes.withBytes { encode(UnsafeBufferPointer(start: $0, count: $1), separator: separator) }
  }

  private func encode(_ bytes: UnsafeBufferPointer<UInt8>, separator: String) -> String {
    var text = ""
    for start in stride(from: 0, to: bytes.count * 8, by: 5) {
      if start > 0 && start % 20 == 0 { text += separator }
      // Two bytes hold any five bits. Behind the last byte there are zeros.
      let pair = Int(bytes[start / 8]) << 8 | (start / 8 + 1 < bytes.count ? Int(bytes[start / 8 + 1]) : 0)
      text.unicodeScalars.append(Unicode.Scalar(alphabet[pair >> (11 - start % 8) & 31]))
    }
    return text
  }

  /// Returns the five bits of a character in either case, or nil if it is not in the alphabet.
  func value(of character: UInt8) -> UInt8? {
    let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character)
    return alphabet.firstIndex(of: isSmall ? character - 32 : character).map(UInt8.init)
  }
}
