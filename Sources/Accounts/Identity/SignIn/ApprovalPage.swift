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

  /// Whether `text` can be a code to enter at the address.
  public static func isCode(_ text: String) -> Bool {
    (1...longestCode).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
  }
}
