internal import CIDN2

/// An email as people give it: typed, pasted out of a letter or a page, in a file, or as an option.
///
/// Blanks and invisible characters at its ends don't count, nor do `mailto:` and `Name <…>` around it. Full-width
/// characters become narrow ones. A domain in any script becomes its A-labels (IDNA 2008, RFC 5891, by libidn2), so
/// that all spellings of a domain are one account.
public struct GivenEmail: Sendable, Equatable {
  /// The text without what surrounds the address. A domain stays in its script.
  public let text: String
  /// The address that is meant; nil if there is none.
  public let address: EmailAddress?
  /// Why there is no address. Nil also for a text that may become one by typing on.
  public let fault: EmailFault?
  /// Why there is no address, if nobody types on.
  public let finalFault: EmailFault?

  /// Reads `given`. A text that is an address as it stands takes one pass over its bytes.
  public init(_ given: String) {
    if let address = EmailAddress(given) {
      (text, self.address, fault, finalFault) = (given, address, nil, nil)
      return
    }
    let scalars = Self.unwrapped(given.unicodeScalars.map(\.narrowed)[...])
    text = String(scalars)
    let parts = scalars.split(separator: "@", maxSplits: 2, omittingEmptySubsequences: false)
    let domain = parts.count == 2 ? Domain(parts[1]) : nil
    address = domain?.ascii.flatMap { EmailAddress(String(parts[0]) + "@" + $0) }
    fault = address == nil ? EmailFault(in: scalars, parts, domain) : nil
    finalFault = address == nil ? fault ?? EmailFault(unfinished: parts) : nil
  }

  private static func unwrapped(_ given: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
    var text = given.trimmed
    if text.last == ">", let start = text.lastIndex(of: "<") {
      text = text[start...].dropFirst().dropLast().trimmed
    }
    let scheme = "mailto:"
    let head = String(text.prefix(scheme.utf8.count))
    guard head.utf8.elementsEqual(scheme.utf8, by: { $0.lowercasedASCII == $1 }) else { return text }
    // What follows a question mark is the subject and the like (RFC 6068).
    let path = text.dropFirst(scheme.utf8.count).prefix { $0 != "?" }
    return Array(percentDecoded(String(path)).unicodeScalars.map(\.narrowed))[...].trimmed
  }

  private static func percentDecoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      // Two digits: a number may have a sign, too.
      let digits = rest.prefix(2)
      let isCode = byte == UInt8(ascii: "%") && digits.count == 2 && digits.allSatisfy(\.isASCIILetterOrDigit)
      let code = isCode ? UInt8(String(decoding: digits, as: UTF8.self), radix: 16) : nil
      if code != nil { rest = rest.dropFirst(2) }
      bytes.append(code ?? byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A domain as given, and its form in ASCII.
  struct Domain {
    /// Nil if libidn2 refuses it.
    let ascii: String?

    fileprivate init(_ given: ArraySlice<Unicode.Scalar>) {
      let text = String(given)
      guard !given.allSatisfy(\.isASCII) else {
        ascii = text
        return
      }
      // A domain that is being typed may end with a dot; an invisible character is never dropped in silence.
      guard !given.contains(where: { $0.isInvisible && !$0.isJoiner }) else {
        ascii = nil
        return
      }
      var result: UnsafeMutablePointer<CChar>?
      let flags = Int32(IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue)
      let status = idn2_to_ascii_8z(text, &result, flags)
      defer { idn2_free(result) }
      ascii = status == IDN2_OK.rawValue ? result.map { String(cString: $0) } : nil
    }
  }
}

extension ArraySlice<Unicode.Scalar> {
  /// Without blanks and invisible characters at both ends.
  fileprivate var trimmed: Self {
    let rest = drop { $0.isBlank || $0.isInvisible }
    let count = rest.reversed().prefix { $0.isBlank || $0.isInvisible }.count
    return rest.dropLast(count)
  }
}

extension String {
  fileprivate init(_ scalars: ArraySlice<Unicode.Scalar>) {
    self.init()
    for scalar in scalars { unicodeScalars.append(scalar) }
  }
}

extension Unicode.Scalar {
  /// The narrow form of a full-width character, such as an input method of Japanese gives; else the scalar itself.
  var narrowed: Unicode.Scalar {
    switch value {
    case 0xFF01...0xFF5E: Unicode.Scalar(value - 0xFEE0) ?? self
    case 0x3000: " "
    case 0x3002, 0xFF61: "."
    case 0xFE6B: "@"
    default: self
    }
  }

  /// Whether it leaves a gap.
  var isBlank: Bool { isASCII ? self == " " || (9...13).contains(value) : properties.isWhitespace || value == 0x2800 }

  /// Whether it shows nothing: it controls the direction or the shape of others, or nothing at all.
  var isInvisible: Bool {
    isASCII
      ? value < 0x20 || value == 0x7F
      : properties.isDefaultIgnorableCodePoint || [.control, .format].contains(properties.generalCategory)
  }

  /// Whether it joins letters or keeps them apart. Some scripts need these within a word, so libidn2 judges them.
  var isJoiner: Bool { value == 0x200C || value == 0x200D }
}
