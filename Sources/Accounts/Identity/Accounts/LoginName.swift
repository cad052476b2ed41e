/// A name by which a provider outside of the store knows somebody, such as a user of this machine.
public struct LoginName: Sendable, Hashable, Encodable {
  /// The name as typed. It may hold any character but control characters: clean it before showing it.
  public let text: String
  /// The provider that knows the name, see ``Subject/provider``.
  public let provider: String
  /// The address by which attempts with this name are counted and logged, and which the account gets that the first
  /// sign-in makes: `ada@pam.localhost` for `ada`. Nobody gets mail in `localhost` (RFC 6761, 6.3), so it is no
  /// account's own email. A byte that an address cannot hold there becomes `%` and two digits.
  public let email: EmailAddress

  enum CodingKeys: CodingKey { case text, provider }

  /// Nil unless `text` is short enough for an address, and `provider` is the name of one. Nil with a control character: a
  /// provider might cut the name at NUL, so that one person has many names, or write a line feed to its log.
  public init?(_ text: String, of provider: String) {
    guard Self.isProvider(provider),
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
      let email = EmailAddress(Self.localPart(text) + "@" + provider + ".localhost")
    else { return nil }
    self.text = text
    self.provider = provider
    self.email = email
  }

  /// Whether `text` names a provider: 1 to 32 lower-case letters, digits and inner hyphens, a letter first.
  public static func isProvider(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.isLowerCase, text.utf8.last != UInt8(ascii: "-"), text.utf8.count <= 32
    else { return false }
    return text.utf8.allSatisfy { $0.isLowerCase || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
  }

  private static func localPart(_ text: String) -> String {
    var part = ""
    let bytes = Array(text.utf8)
    let dot = UInt8(ascii: ".")
    for (index, byte) in bytes.enumerated() {
      switch byte {
      // An address has no dot at either end of a name, and no two in a row.
      case dot where index > 0 && index < bytes.count - 1 && bytes[index - 1] != dot:
        part.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "-"), UInt8(ascii: "_"): part.unicodeScalars.append(Unicode.Scalar(byte))
      case _ where byte.isASCIILetterOrDigit: part.unicodeScalars.append(Unicode.Scalar(byte))
      default: part += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return part
  }
}

extension UInt8 {
  fileprivate var isLowerCase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}

/// The names under which people can sign in.
public enum LoginKind: Sendable, Hashable, Codable {
  /// By the email of an account, with a password that the store keeps.
  case email
  /// By the name that the provider knows.
  case name(provider: String)
  /// By either: a name has no `@`.
  case either(provider: String)

  /// The provider of names; nil where there are only emails.
  public var provider: String? {
    switch self {
    case .email: nil
    case .name(let provider), .either(let provider): provider
    }
  }

  /// Returns the login that somebody typed; nil if the text cannot be one. An email is read as ``GivenEmail`` says.
  public func login(_ text: String) -> Login? {
    switch self {
    case .email: GivenEmail(text).address.map(Login.email)
    case .name(let provider): LoginName(text, of: provider).map(Login.name)
    case .either(let provider):
      isName(text) ? LoginName(text, of: provider).map(Login.name) : GivenEmail(text).address.map(Login.email)
    }
  }

  /// Whether somebody who typed that means a name, and no email.
  public func isName(_ text: String) -> Bool {
    switch self {
    case .email: false
    case .name: true
    case .either: !text.unicodeScalars.contains { $0.narrowed == "@" }
    }
  }

  /// Whether an email is taken.
  public var takesEmails: Bool {
    if case .name = self { false } else { true }
  }

  /// Whether somebody may sign up with an email. The addresses of names are for the people whom their provider proves.
  public func takesSignUp(_ email: EmailAddress) -> Bool {
    takesEmails && !isOfProvider(email)
  }

  /// Whether somebody signed in by a password of ours. Somebody who comes back in a session has a name no more, but the
  /// address of one.
  public func isPasswordOurs(_ signedIn: SignedIn) -> Bool {
    if case .name = signedIn.login { false } else { !isOfProvider(signedIn.email) }
  }

  /// Whether it is the address of an account that the provider's people get.
  private func isOfProvider(_ email: EmailAddress) -> Bool {
    provider.map { email.key.hasSuffix("@" + $0 + ".localhost") } ?? false
  }

  /// Whether a login of that kind is taken.
  public func takes(_ login: Login) -> Bool {
    switch (self, login) {
    case (.email, .email), (.either, .email): true
    case (.name(let provider), .name(let name)), (.either(let provider), .name(let name)): name.provider == provider
    case (.email, .name), (.name, .email): false
    }
  }
}
