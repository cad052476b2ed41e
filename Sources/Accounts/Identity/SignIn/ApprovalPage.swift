/// Where a person approves a sign-in on another device: a page of the provider, and the code that they compare or enter
/// there. It comes from outside, so it is checked when it is made: nothing in it can act on a terminal or lead elsewhere.
public struct ApprovalPage: Sendable, Hashable {
  /// The provider's name for people; nil for that of the settings.
  public let title: String?
  /// The address to open.
  public let address: WebAddress
  /// The address that has the code in it, for a camera; nil if the provider gives none.
  public let completeAddress: WebAddress?
  /// The code to enter at the address.
  public let code: String
  /// How long the code is good, from now on.
  public let timeLimit: Duration

  /// The times that a code may be good (RFC 8628 leaves them to the provider).
  public static let timeLimits = Duration.seconds(1)...Duration.seconds(1800)
  /// The most pages of one conversation, each after the code of the one before has ended.
  public static let mostPages = 5
  private static let longestTitle = 64
  private static let longestCode = 32
  private static let longestAddress = 200
  private static let longestCompleteAddress = 400

  /// Nil if something is too long, is no code, or leads to another site than ``address``.
  public init?(
    title: String? = nil, address: WebAddress, completeAddress: WebAddress? = nil, code: String, timeLimit: Duration
  ) {
    guard title.map(Self.isTitle) ?? true, address.text.utf8.count <= Self.longestAddress,
      completeAddress.map({ $0.text.utf8.count <= Self.longestCompleteAddress && $0.origin == address.origin }) ?? true,
      Self.isCode(code), Self.timeLimits.contains(timeLimit)
    else { return nil }
    self.title = title
    self.address = address
    self.completeAddress = completeAddress
    self.code = code
    self.timeLimit = timeLimit
  }

  /// The address for a camera.
  public var scanned: WebAddress { completeAddress ?? address }

  /// Whether `text` can be the name of a provider for people.
  public static func isTitle(_ text: String) -> Bool {
    (1...longestTitle).contains(text.utf8.count)
      && !text.unicodeScalars.contains { $0.isInvisible || $0.properties.generalCategory == .control }
  }

  private static func isCode(_ text: String) -> Bool {
    (1...longestCode).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
  }
}

/// The address of a page: `https`, or `http` on this machine. It has printable ASCII only, and no user before its host: in
/// `https://example.com@evil.example` people read the wrong one.
public struct WebAddress: Sendable, Hashable {
  /// The address, as it is shown and copied.
  public let text: String
  /// Scheme, host and port, in small letters.
  public let origin: String

  /// Nil if `text` is no such address.
  public init?(_ text: String) {
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let mark = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      text[mark...].hasPrefix("://")
    else { return nil }
    let scheme = String(decoding: text.utf8[..<mark].map(\.lowercasedASCII), as: UTF8.self)
    let rest = text.utf8[mark...].dropFirst(3)
    let authority = rest.prefix { !"/?#\\".utf8.contains($0) }.map(\.lowercasedASCII)
    guard let host = Self.host(authority), scheme == "https" || scheme == "http" && Self.loopback.contains(host) else {
      return nil
    }
    self.text = text
    origin = scheme + "://" + String(decoding: authority, as: UTF8.self)
  }

  private static let loopback = ["localhost", "127.0.0.1", "[::1]"]

  /// The host of an authority without a user; nil if it is none.
  private static func host(_ authority: [UInt8]) -> String? {
    let text = String(decoding: authority, as: UTF8.self)
    let host = text.hasPrefix("[::1]") ? "[::1]" : String(text.prefix { $0 != ":" })
    let port = text.dropFirst(host.count)
    guard host == "[::1]" || isName(host),
      port.isEmpty || port.first == ":" && (1...5).contains(port.count - 1) && port.dropFirst().allSatisfy(\.isNumber)
    else { return nil }
    return host
  }

  private static func isName(_ host: String) -> Bool {
    guard let first = host.utf8.first, let last = host.utf8.last, first.isASCIILetterOrDigit, last.isASCIILetterOrDigit
    else { return false }
    return host.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
  }
}
