/// Why a text is no email, for its owner.
public enum EmailFault: Sendable, Hashable {
  /// There is no `@`.
  case noAt
  /// There is a blank inside.
  case blank
  /// There is a character inside that shows nothing.
  case invisible(Unicode.Scalar)
  /// There is more than one `@`.
  case severalAts
  /// There is nothing before the `@`.
  case noName
  /// There is nothing behind the `@`.
  case noDomain
  /// The domain has one part only.
  case noDot
  /// That character can't be before the `@`.
  case characterInName(Unicode.Scalar)
  /// That character can't be in a domain.
  case characterInDomain(Unicode.Scalar)
  /// A dot begins or ends a part, or follows another.
  case dot
  /// A part of the domain begins or ends with a hyphen.
  case hyphen
  /// The whole, the name or a part of the domain is longer than RFC 5321 allows.
  case tooLong
  /// The domain has numbers only.
  case numbers
  /// The domain is not valid by IDNA 2008.
  case domain

  /// The fault of a text that is no address; nil if it may become one.
  /// - Parameters:
  ///   - text: The text without what surrounds it.
  ///   - parts: The text between its `@`, at most three parts.
  ///   - domain: The part after the only `@`; nil unless there is just one.
  init?(in text: ArraySlice<Unicode.Scalar>, _ parts: [ArraySlice<Unicode.Scalar>], _ domain: GivenEmail.Domain?) {
    if text.contains(where: \.isBlank) {
      self = .blank
    } else if let hidden = text.first(where: { $0.isInvisible && !$0.isJoiner }) {
      self = .invisible(hidden)
    } else if parts.count > 2 {
      self = .severalAts
    } else if let fault = Self.ofName(parts[0], isComplete: domain != nil)
      ?? domain.flatMap({ Self.of($0, parts[1], behind: parts[0]) })
    {
      self = fault
    } else {
      return nil
    }
  }

  /// What a text lacks that may become an address.
  init?(unfinished parts: [ArraySlice<Unicode.Scalar>]) {
    guard parts.count == 2 else {
      self = .noAt
      return
    }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    switch labels.count {
    case _ where parts[1].isEmpty: self = .noDomain
    case 1: self = .noDot
    case _ where labels.last?.isEmpty == true: self = .dot
    case _ where labels.last?.last == "-": self = .hyphen
    default: return nil
    }
  }

  private static func ofName(_ name: ArraySlice<Unicode.Scalar>, isComplete: Bool) -> EmailFault? {
    if name.isEmpty { return isComplete ? .noName : nil }
    if let other = name.first(where: { !($0.isASCII && (isAtomText($0) || $0 == ".")) }) {
      return .characterInName(other)
    }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    if labels.dropLast(isComplete ? 0 : 1).contains(where: \.isEmpty) { return .dot }
    return name.count > 64 ? .tooLong : nil
  }

  private static func of(
    _ domain: GivenEmail.Domain, _ given: ArraySlice<Unicode.Scalar>, behind name: ArraySlice<Unicode.Scalar>
  ) -> EmailFault? {
    if let other = given.first(where: { $0.isASCII && !isAtomText($0) && $0 != "." }) {
      return .characterInDomain(other)
    }
    let labels = given.split(separator: ".", omittingEmptySubsequences: false)
    // The last label may go on.
    if labels.dropLast().contains(where: \.isEmpty) { return .dot }
    if labels.contains(where: { $0.first == "-" }) || labels.dropLast().contains(where: { $0.last == "-" }) {
      return .hyphen
    }
    guard let ascii = domain.ascii else { return .domain }
    if let other = ascii.unicodeScalars.first(where: { !EmailAddress.isLabelText($0) && $0 != "." }) {
      return .characterInDomain(other)
    }
    if ascii.utf8.split(separator: UInt8(ascii: ".")).contains(where: { $0.count > 63 }) { return .tooLong }
    // The @ counts, too.
    if name.count + ascii.utf8.count >= EmailAddress.maximumLength { return .tooLong }
    return labels.count > 1 && labels.allSatisfy { $0.allSatisfy(\.isDigit) && !$0.isEmpty } ? .numbers : nil
  }

  private static func isAtomText(_ scalar: Unicode.Scalar) -> Bool {
    EmailAddress.isAtomText(UInt8(truncatingIfNeeded: scalar.value))
  }
}

extension EmailAddress {
  fileprivate static func isLabelText(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && isLabelText(UInt8(truncatingIfNeeded: scalar.value))
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
