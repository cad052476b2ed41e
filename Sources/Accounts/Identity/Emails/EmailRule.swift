extension EmailAddress {
  /// Whether `utf8` is, as a whole, a dot-atom of RFC 5321 of at most 64 bytes, an `@`, and at least two labels.
  ///
  /// A label has at most 63 letters, digits and inner hyphens. The last label isn't a number. The whole has at most
  /// ``maximumLength`` bytes.
  ///
  /// It runs on every keystroke, so it is one hand-written pass over the bytes that allocates nothing.
  public static func isValid(utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard utf8.count <= maximumLength else { return false }
    var rest = utf8[...]
    repeat {
      guard !rest.take(while: isAtomText).isEmpty else { return false }
    } while rest.take(".")
    guard rest.startIndex <= 64, rest.take("@") else { return false }

    var labelCount = 0
    var label = rest.prefix(0)
    repeat {
      label = rest.take(while: isLabelText)
      guard isLabel(label) else { return false }
      labelCount += 1
    } while rest.take(".")
    return rest.isEmpty && labelCount >= 2 && !label.allSatisfy(\.isASCIIDigit)
  }

  /// Whether a store may hold `utf8`: earlier versions accepted dots and hyphens anywhere, and parts of any length.
  static func isKept(utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard utf8.count <= maximumLength else { return false }
    var rest = utf8[...]
    guard !rest.take(while: { isAtomText($0) || $0 == UInt8(ascii: ".") }).isEmpty, rest.take("@") else { return false }
    return !rest.isEmpty && rest.allSatisfy { isLabelText($0) || $0 == UInt8(ascii: ".") }
  }

  private static func isLabel(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    (1...63).contains(text.count) && text.first != UInt8(ascii: "-") && text.last != UInt8(ascii: "-")
  }

  static func isLabelText(_ byte: UInt8) -> Bool { byte.isASCIILetterOrDigit || byte == UInt8(ascii: "-") }

  static func isAtomText(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "?"), UInt8(ascii: "^")...UInt8(ascii: "`"),
      UInt8(ascii: "{")...UInt8(ascii: "~"):
      true
    default: byte.isASCIILetterOrDigit
    }
  }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  /// Removes and returns the leading bytes for which `belongs` is true.
  fileprivate mutating func take(while belongs: (UInt8) -> Bool) -> Self {
    let taken = prefix(while: belongs)
    self = self[taken.endIndex...]
    return taken
  }

  /// Removes `character` from the front. False if another byte is there.
  fileprivate mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard first == UInt8(ascii: character) else { return false }
    removeFirst()
    return true
  }
}
