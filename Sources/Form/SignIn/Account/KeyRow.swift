internal import Identity
public import SSHKeys

/// A key of the account, ready to show. Its name comes from outside, so a view cleans it.
public struct KeyRow: Hashable, Sendable {
  /// The key.
  public let key: PublicKey
  /// Its name; perhaps empty.
  public let name: String
  /// When it was added.
  public let added: DisplayTime
  /// When it was last used; nil if never.
  public let lastUsed: DisplayTime?
  /// Whether its device verified its user when it last signed.
  public let isUserVerified: Bool

  init(_ key: AccountKey, added: DisplayTime, lastUsed: DisplayTime?) {
    (self.key, name, self.added, self.lastUsed) = (key.key, key.name, added, lastUsed)
    isUserVerified = key.isUserVerified
  }
}
