/// The address of a page or an endpoint: `https`, or `http` of this machine, in printable ASCII.
///
/// Tokens and secrets go to these addresses, so the rule is narrow: a scheme, a host, perhaps a port, a path and a query.
/// An address with a user, a password or a fragment is none. OpenID Connect Discovery 1.0, 4.1 and RFC 8628, 3.1 ask for TLS;
/// plain `http` is for a provider on the same machine, whose traffic no network sees.
public struct WebAddress: Sendable, Hashable, CustomStringConvertible {
  /// The scheme, the host in lower case, and the port: what two addresses of one server have in common (RFC 6454, 4).
  public struct Origin: Sendable, Hashable {
    /// Whether it is reached by TLS.
    public let isEncrypted: Bool
    /// The host in lower case; brackets around an address of IPv6.
    public let host: String
    /// The port, also if it is the usual one.
    public let port: UInt16
  }

  /// The address as it was written.
  public let text: String
  /// Its server.
  public let origin: Origin
  /// Where its path begins in ``text``.
  private let pathStart: String.Index

  /// The longest address, in bytes.
  public static let longest = 1024

  /// Nil unless `text` keeps the rule.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.longest, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      !text.utf8.contains(where: { "\"<>\\^`{|}#".utf8.contains($0) })
    else { return nil }
    let isEncrypted = Self.begins(text, with: "https://")
    guard isEncrypted || Self.begins(text, with: "http://") else { return nil }
    let start = text.utf8.index(text.startIndex, offsetBy: isEncrypted ? 8 : 7)
    let end = text[start...].firstIndex { $0 == "/" || $0 == "?" } ?? text.endIndex
    guard let (host, port) = Self.server(text[start..<end]) else { return nil }
    guard isEncrypted || Self.isLoopback(host) else { return nil }
    self.text = text
    origin = Origin(isEncrypted: isEncrypted, host: host, port: port ?? (isEncrypted ? 443 : 80))
    pathStart = end
  }

  /// The path, without the query; empty, or with a slash at its front.
  public var path: Substring { text[pathStart...].prefix { $0 != "?" } }

  /// Whether something follows the path.
  public var hasQuery: Bool { text.utf8.contains(UInt8(ascii: "?")) }

  /// The address as it was written.
  public var description: String { text }

  /// Whether the host is this machine by its name or number (RFC 6761, 6.3; RFC 8252, 7.3).
  static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0).map(String.init) == String($0) }
  }

  private static func begins(_ text: String, with scheme: String) -> Bool {
    text.utf8.prefix(scheme.utf8.count).map(\.lowercasedASCII) == Array(scheme.utf8)
  }

  private static func server(_ text: Substring) -> (host: String, port: UInt16?)? {
    var host = text, port: UInt16?
    if let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") {
      let digits = text[text.index(after: colon)...]
      guard let number = UInt16(digits), number > 0, String(number) == digits else { return nil }
      (host, port) = (text[..<colon], number)
    }
    let isNumeric = host.hasPrefix("[") && host.hasSuffix("]") && host.utf8.count > 3
    let characters = isNumeric ? host.dropFirst().dropLast() : host
    let allowed = isNumeric ? "0123456789abcdefABCDEF:." : ""
    guard !characters.isEmpty, characters.utf8.count <= 253,
      characters.utf8.allSatisfy({ isNumeric ? allowed.utf8.contains($0) : $0.isOfHost })
    else { return nil }
    return (String(decoding: host.utf8.map(\.lowercasedASCII), as: UTF8.self), port)
  }
}

extension UInt8 {
  fileprivate var isOfHost: Bool { isASCIILetterOrDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".") }
}
