internal import CSodium
internal import CUtf8proc

/// The OpaqueString profile of RFC 8265 (section 4.2), carried out in memory that the caller owns: nothing is allocated.
///
/// Spaces of all kinds become U+0020, then the text is brought into Normalization Form C. What has no stable meaning is
/// refused: control characters, line separators, and code points that Unicode (as utf8proc knows it) has not assigned,
/// whose normal form may yet change. Beyond the profile, joiners, variation selectors, private use and old jamo are
/// accepted, since people type emoji and Korean, and a password is compared by no eye.
enum OpaqueString {
  private static let options = utf8proc_option_t(UTF8PROC_COMPOSE.rawValue | UTF8PROC_STABLE.rawValue)

  /// How many scalars `prepare` needs room for, one to spare included.
  static func scalarsNeeded(for utf8: UnsafeBufferPointer<UInt8>) -> Int {
    max(utf8proc_decompose(utf8.baseAddress, utf8.count, nil, 0, options), 0) + 1
  }

  /// Writes the prepared form of `utf8`, which is valid UTF-8, to the start of `scratch`, as UTF-8, and zeroes the rest.
  /// - Returns: the length of the prepared form in bytes.
  static func prepare(
    _ utf8: UnsafeBufferPointer<UInt8>, in scratch: UnsafeMutableBufferPointer<Int32>
  ) throws(PasswordError) -> Int {
    let scalars = utf8proc_decompose(utf8.baseAddress, utf8.count, scratch.baseAddress, scratch.count, options)
    precondition((0..<scratch.count).contains(scalars), "The text to prepare is not valid UTF-8.")
    for index in 0..<scalars {
      scratch[index] = try mapped(scratch[index])
    }
    // Composes in place and packs the scalars into bytes from the left, which never catches up with what is still unread.
    let length = utf8proc_reencode(scratch.baseAddress, scalars, options)
    let bytes = UnsafeMutableRawBufferPointer(scratch)
    sodium_memzero(bytes.baseAddress.map { $0 + length }, bytes.count - length)
    return length
  }

  /// The profile's rule for one scalar of the decomposed text. No space decomposes into anything but spaces, so mapping
  /// after decomposition gives the same as the order in the RFC.
  private static func mapped(_ scalar: Int32) throws(PasswordError) -> Int32 {
    switch utf8proc_category(scalar) {
    case UTF8PROC_CATEGORY_ZS: return 0x20
    case UTF8PROC_CATEGORY_CC, UTF8PROC_CATEGORY_ZL, UTF8PROC_CATEGORY_ZP: throw .controlCharacter
    case UTF8PROC_CATEGORY_CN: throw .unassignedCharacter
    default: return scalar
    }
  }
}
