/// The address of a code secret, in the form that apps agree on ("Key Uri Format" of Google Authenticator).
struct CodeAddress {
  private let issuer: String
  private let account: String

  init(issuer: String, account: EmailAddress) {
    // A colon ends the issuer, whether it is encoded or not.
    let scalars = issuer.unicodeScalars.filter { $0.properties.generalCategory.isShown && $0 != ":" }
    self.issuer = Self.encoded(String(String(String.UnicodeScalarView(scalars)).prefix(Self.issuerLimit)))
    self.account = Self.encoded(account.text)
  }

  func text(secret: String) -> String {
    let label = issuer.isEmpty ? account : issuer + ":" + account
    let name = issuer.isEmpty ? "" : "&issuer=" + issuer
    // Six digits, 30 s and SHA-1 are the defaults of apps. Without these words the QR code has 23 lines with its
    // margin, so it fits on a terminal of 24.
    return "otpauth://totp/\(label)?secret=\(secret)\(name)"
  }

  /// The most characters of an issuer. Apps show about as many.
  private static let issuerLimit = 32

  /// `text` with every byte as `%XX` but the unreserved ones of RFC 3986, section 2.3.
  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}

extension Unicode.GeneralCategory {
  /// Whether a character of this kind shows something, or is a space.
  var isShown: Bool {
    switch self {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    default: true
    }
  }
}
