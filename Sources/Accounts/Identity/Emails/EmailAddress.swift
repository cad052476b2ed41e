/// An email address in ASCII, valid by construction. It keeps the rule of ``isValid(utf8:)``, or the rule of an earlier
/// version if it comes from a store.
///
/// Two addresses that differ only in ASCII case are equal. Accounts are unique by this rule, and attempts are throttled
/// by it. The case of its letters is kept, because its owner
/// wants to read it that way.
public struct EmailAddress: Sendable {
  /// The address in the case in which it was typed, a domain of another script as A-labels, at most ``maximumLength`` bytes, ASCII only.
  public let text: String
  /// The address with its ASCII letters in lower case. Stores look it up, count by it and keep it unique.
  public let key: String

  /// The greatest length of an address, in bytes: RFC 5321, 4.5.3.1.3, less the two angle brackets of a path.
  public static let maximumLength = 254

  /// Nil when `text` breaks the rule of ``isValid(utf8:)``.
  public init?(_ text: String) {
    var text = text
    guard text.withUTF8(Self.isValid(utf8:)) else { return nil }
    self.text = text
    key = Self.key(of: text)
  }

  /// The address of a stored account or attempt. Earlier versions accepted addresses that can't exist, such as
  /// `a..b@example.com`. These can still be listed, exported and removed.
  public init?(stored text: String) {
    var text = text
    guard text.withUTF8(Self.isKept(utf8:)) else { return nil }
    self.text = text
    key = Self.key(of: text)
  }

  /// Nil when `utf8` breaks the rule of ``isValid(utf8:)``. For text that is edited as bytes.
  public init?(utf8: UnsafeBufferPointer<UInt8>) {
    guard Self.isValid(utf8: utf8) else { return nil }
    text = String(decoding: utf8, as: UTF8.self)
    key = Self.key(of: text)
  }

  /// The address of a text that is known to be one.
  init(valid text: String) {
    self.text = text
    key = Self.key(of: text)
  }

  /// Returns the same string, and its memory, if there is nothing to change.
  private static func key(of text: String) -> String {
    text.utf8.allSatisfy { $0 == $0.lowercasedASCII }
      ? text : String(decoding: text.utf8.map(\.lowercasedASCII), as: UTF8.self)
  }
}

extension EmailAddress: Hashable, CustomStringConvertible {
  /// True when both addresses have the same ``key``.
  public static func == (left: EmailAddress, right: EmailAddress) -> Bool { left.key == right.key }

  /// Hashes the ``key``.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// The address as typed.
  public var description: String { text }
}
