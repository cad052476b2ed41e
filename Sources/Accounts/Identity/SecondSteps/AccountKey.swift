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

  /// The most keys of one account.
  public static let most = 20

  /// A key with the given properties.
  public init(_ key: PublicKey, name: String, added: Timestamp, lastUsed: Timestamp? = nil) {
    (self.key, self.name, self.added, self.lastUsed) = (key, name, added, lastUsed)
  }
}

/// A key to be added to an account.
public struct NewAccountKey: Sendable, Hashable, Codable {
  /// The public key.
  public let key: PublicKey
  /// Its name: at most ``nameLimit`` characters that show something.
  public let name: String
  /// How many signatures its device had made when it proved itself; 0 if it did not, or does not count.
  public let counter: UInt32

  /// The most characters of a name.
  public static let nameLimit = 64

  /// A key with a name from outside, of which only what shows something is kept.
  public init(_ key: PublicKey, name: String, counter: UInt32 = 0) {
    let shown = name.unicodeScalars.filter { $0.properties.generalCategory.isShown }
    self.key = key
    self.name = String(String(String.UnicodeScalarView(shown)).prefix(Self.nameLimit))
    self.counter = counter
  }
}

extension NewAccountKey {
  private enum CodingKeys: CodingKey { case key, name, counter }

  /// A key in a message, whose name is cleaned again.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try fields.decode(PublicKey.self, forKey: .key), name: try fields.decode(String.self, forKey: .name),
      counter: try fields.decode(UInt32.self, forKey: .counter))
  }
}
