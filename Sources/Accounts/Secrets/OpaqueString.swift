internal import CSodium
internal import CUtf8proc

/// The OpaqueString profile of RFC 8265 (section 4.2), applied in the caller's memory: it allocates nothing.
///
/// All kinds of spaces become U+0020, then the text is brought into Normalization Form C. Characters without a stable
/// meaning are refused: control characters, line separators, and code points not yet assigned by Unicode (as utf8proc
/// knows it), because their normal form may still change.
///
/// Beyond the profile, joiners, variation selectors, private use and old jamo are accepted, because people type emoji
/// and Korean, and a character that is refused later would lock its owner out.
enum OpaqueString {
  private static let options = utf8proc_option_t(UTF8PROC_COMPOSE.rawValue | UTF8PROC_STABLE.rawValue)

  /// The number of scalars that `prepare` needs room for, including one to spare. `utf8` must be valid.
  static func scalarsNeeded(for utf8: UnsafeBufferPointer<UInt8>) -> Int {
    utf8proc_decompose(utf8.baseAddress, utf8.count, nil, 0, options) + 1
  }

  /// Writes the prepared form of `utf8`, as UTF-8, to the start of `scratch` and zeroes the rest. `utf8` must be valid.
  /// - Returns: The length of the prepared form in bytes.
  static func prepare(
    _ utf8: UnsafeBufferPointer<UInt8>, in scratch: UnsafeMutableBufferPointer<Int32>
  ) throws(PasswordError) -> Int {
    let scalars = utf8proc_decompose(utf8.baseAddress, utf8.count, scratch.baseAddress, scratch.count, options)
    precondition((0..<scratch.count).contains(scalars), "The text to prepare is not valid UTF-8.")
    for index in 0..<scalars {
      scratch[index] = try mapped(scratch[index])
    }
    // Composes in place and packs the scalars into bytes from the left. The writing never overtakes the reading.
    let length = utf8proc_reencode(scratch.baseAddress, scalars, options)
    let bytes = UnsafeMutableRawBufferPointer(scratch)
    sodium_memzero(bytes.baseAddress.map { $0 + length }, bytes.count - length)
    return length
  }

  /// Applies the profile's rule to one scalar of the decomposed text. Spaces decompose only into spaces, so mapping
  /// after decomposition gives the same result as the order in the RFC.
  private static func mapped(_ scalar: Int32) throws(PasswordError) -> Int32 {
    switch utf8proc_category(scalar) {
    case UTF8PROC_CATEGORY_ZS: return 0x20
    case UTF8PROC_CATEGORY_CC, UTF8PROC_CATEGORY_ZL, UTF8PROC_CATEGORY_ZP: throw .controlCharacter
    case UTF8PROC_CATEGORY_CN: throw .unassignedCharacter
    default: return scalar
    }
  }
}

/// The reason why a text cannot be a password at all, whatever the policy is. Reveals nothing of the password itself.
public enum PasswordError: Error, Equatable {
  /// It is empty.
  case empty

  /// Its NFC form has more than `limit` bytes.
  case tooLong(limit: Int)

  /// It holds a control character or a line separator (refused by RFC 8264, section 9.15).
  case controlCharacter

  /// It holds a code point not assigned by Unicode, as far as this system knows (RFC 8264, section 9.17).
  case unassignedCharacter

  /// There is not enough memory to keep it safe.
  case outOfMemory
}
