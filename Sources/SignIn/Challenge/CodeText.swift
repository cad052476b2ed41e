import Secrets

/// The digits of a code, which people type with blanks and hyphens between them.
extension GuardedText {
  /// The number of digits; nil if the text holds anything but digits, blanks and hyphens.
  var digitCount: Int? {
    withUTF8 { bytes in
      var count = 0
      for byte in bytes {
        if Self.isDigit(byte) { count += 1 } else if !Self.isSeparator(byte) { return nil }
      }
      return count
    }
  }

  /// Returns the digits alone, sealed.
  func sealedDigits() throws(PasswordError) -> SealedPassword {
    let digits = GuardedText(capacity: capacity)
    withUTF8 { bytes in
      for byte in bytes where Self.isDigit(byte) { digits.insert(Unicode.Scalar(byte), at: digits.count) }
    }
    return try digits.sealed()
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
  private static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") }
}
