extension EmailAddress {
  /// Whether `utf8` is, as a whole, `[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,64}` and at most
  /// ``maximumLength`` bytes long.
  ///
  /// It runs on every keystroke, so it is one hand-written pass over the bytes that allocates nothing. No brackets of
  /// the rule contain `@`, so a match has exactly one `@`. The last brackets contain no dot, so the dot before them is
  /// the last one of a match.
  public static func isValid(utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard utf8.count <= maximumLength, let at = utf8.firstIndex(of: UInt8(ascii: "@")), at > 0 else { return false }
    guard utf8[..<at].allSatisfy({ isLetterOrDigit($0) || isLocalMark($0) }) else { return false }

    let domain = utf8[(at + 1)...]
    guard let dot = domain.lastIndex(of: UInt8(ascii: ".")), dot > domain.startIndex else { return false }
    guard domain[..<dot].allSatisfy({ isLetterOrDigit($0) || isDomainMark($0) }) else { return false }

    let top = domain[(dot + 1)...]
    return (2...64).contains(top.count) && top.allSatisfy(isLetter)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isLetter(byte) || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
  }

  private static func isLocalMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "%"), UInt8(ascii: "+"), UInt8(ascii: "-"): true
    default: false
    }
  }

  private static func isDomainMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }
}
