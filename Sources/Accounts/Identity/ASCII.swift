extension UInt8 {
  /// The byte, in lower case if it is an ASCII letter. Bytes of other characters in UTF-8 stay as they are.
  var lowercasedASCII: UInt8 {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }

  var isASCIIDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  var isASCIILetterOrDigit: Bool {
    isASCIIDigit || (lowercasedASCII >= UInt8(ascii: "a") && lowercasedASCII <= UInt8(ascii: "z"))
  }
}
