public import SSHKeys

/// A key of the account's second step, in its owner's agent.
public struct AccountKey: Sendable, Hashable, Codable {
  /// The public key.
  public let key: PublicKey
  /// The name that its owner gave to it.
  public let name: String
  /// When it was added.
  public let added: Timestamp
  /// When it was last used; nil if never.
  public let lastUsed: Timestamp?
  /// Whether its device verified its user when it last signed, by a PIN or a finger.
  public let isUserVerified: Bool

  /// The most keys of one account.
  public static let most = 20

  /// A key with the given properties.
  public init(
    _ key: PublicKey, name: String, added: Timestamp, lastUsed: Timestamp? = nil, isUserVerified: Bool = false
  ) {
    (self.key, self.name, self.added, self.lastUsed) = (key, name, added, lastUsed)
    self.isUserVerified = isUserVerified
  }
}

/// A key to be added to an account.
public struct NewAccountKey: Sendable, Hashable, Codable {
  /// The public key.
  public let key: PublicKey
  /// Its name: at most ``nameLimit`` characters that show something.
  public let name: String
  /// What its device said when it proved itself; nil if it did not, or is a file.
  public let device: KeySignature.Device?

  /// The most characters of a name.
  public static let nameLimit = 64

  /// A key with a name from outside, of which only what shows something is kept.
  public init(_ key: PublicKey, name: String, device: KeySignature.Device? = nil) {
    let shown = name.unicodeScalars.filter { $0.properties.generalCategory.isShown }
    self.key = key
    self.name = String(String(String.UnicodeScalarView(shown)).prefix(Self.nameLimit))
    self.device = device
  }
}

extension NewAccountKey {
  /// In a message, an administrator's: it proved nothing.
  private enum CodingKeys: CodingKey { case key, name }

  /// A key in a message, whose name is cleaned again.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try fields.decode(PublicKey.self, forKey: .key), name: try fields.decode(String.self, forKey: .name))
  }
}
