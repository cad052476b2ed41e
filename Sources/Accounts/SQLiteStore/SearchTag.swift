import Identity

extension EmailAddress {
  /// Three letters that stand for the key in the full-text index.
  ///
  /// The index knows text by its trigrams, and three letters are exactly one. So narrowing a search down to an account
  /// reads one list of rows. The key itself would read as many lists as it has letters: 180 ms instead of 15 ms for the
  /// worst word found, in 1.3 million rows. Rarely, two keys have the same tag, so rows are compared by key too.
  ///
  /// The addresses of logins that nobody has share one tag.
  ///
  /// The tag is part of the schema: the 64-bit FNV-1a hash of the key, in base 20,000. Its digits are the ideographs
  /// from U+4E00 on, which have no case to fold.
  var searchTag: String { isUnknown ? Self.unknownTag : Self.tag(of: key) }

  /// The tag of all addresses that stand for a login that nobody has.
  static let unknownTag = tag(of: unknownName)

  private static func tag(of key: String) -> String {
    var hash = key.fnv1a
    var tag = String.UnicodeScalarView()
    for _ in 0..<3 {
      let (rest, digit) = hash.quotientAndRemainder(dividingBy: 20_000)
      if let scalar = Unicode.Scalar(UInt32(0x4E00 + digit)) { tag.append(scalar) }
      hash = rest
    }
    return String(tag)
  }
}
