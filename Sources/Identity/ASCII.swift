extension UInt8 {
  /// The byte, in lower case if it is an ASCII letter. Bytes of other characters in UTF-8 stay as they are.
  var lowercasedASCII: UInt8 {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }
}
