internal import Text

/// The letters and digits of a code, as ASCII, in a typed or pasted text.
///
/// Dashes, blanks and invisible characters between them are left out. Full-width letters and the decimal digits of any
/// script become those of ASCII. Nothing is copied, because a code is a secret.
public struct CodeCharacters: Sequence, IteratorProtocol {
  /// Stands for a character that is in no code.
  public static let other: UInt8 = 0

  private var scalars: ScalarReader

  /// Reads UTF-8, which must outlive the sequence.
  public init(_ utf8: UnsafeBufferPointer<UInt8>) {
    scalars = ScalarReader(utf8)
  }

  /// The next letter or digit, ``other``, or nil at the end.
  public mutating func next() -> UInt8? {
    while let scalar = scalars.next() {
      if let character = Self.character(of: scalar) { return character }
    }
    return nil
  }

  /// Nil for a scalar that does not count.
  private static func character(of scalar: Unicode.Scalar) -> UInt8? {
    switch scalar {
    case "0"..."9", "a"..."z", "A"..."Z": return UInt8(scalar.value)
    case " ", "-", "\t": return nil
    // A minus, and the long vowel that an input method of Japanese gives for the key of the hyphen.
    case "\u{2212}", "\u{30FC}", "\u{FF70}", "\u{2800}": return nil
    case "\u{FF21}"..."\u{FF3A}", "\u{FF41}"..."\u{FF5A}": return UInt8(scalar.value - 0xFEE0)
    case _ where scalar.isASCII: return other
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .dashPunctuation, .spaceSeparator, .format: return nil
    case .decimalNumber: return properties.numericValue.map { UInt8(ascii: "0") + UInt8($0) } ?? other
    default: return properties.isDefaultIgnorableCodePoint ? nil : other
    }
  }
}
