/// The hash of a password, stored as a text: an argon2id hash as a PHC string like `$argon2id$v=19$m=65536,t=3,p=1$SALT$HASH`,
/// or a ``ForeignHash``.
///
/// A text from a store is taken in its one form only: numbers without leading zeros, base64 without padding, nothing before
/// or after. A hash in a store may have been planted, so its cost is checked against `HashCost.limit` before anything is
/// computed or allocated for it.
///
/// Printing or dumping it shows only the cost. `phc` is the only way to get the hash.
public struct PasswordHash: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The text in stores. That of argon2id is computed, not kept, so that a hash is small.
  public var phc: String { foreign?.stored ?? argon2Text }

  /// The cost of computing it by argon2. That of a hash by a scheme of crypt(5) is ``HashCost/none``.
  public let cost: HashCost

  /// The memory that computing it takes, in KiB.
  public var memoryKiB: Int { foreign?.memoryKiB ?? cost.memoryKiB }

  /// The most memory that an imported hash takes, in KiB, unless new hashes take more: 256 MiB. Every sign-in takes as much as the
  /// costliest hash of a store.
  public static let mostImportedMemoryKiB = 262_144

  /// The hash, if it is none by argon2id.
  public let foreign: ForeignHash?

  /// The lanes of argon2id, computed one after another.
  let lanes: Int
  let salt: [UInt8]
  let digest: [UInt8]

  static let saltByteCount = 16
  static let digestByteCount = 32

  /// Parses a text from a store.
  public init(phc: String) throws(PasswordHashError) {
    guard phc.utf8.count <= Self.longestByteCount else { throw .malformed }
    if phc.utf8.starts(with: ForeignHash.storedPrefix.utf8) {
      self.init(try ForeignHash(stored: phc))
    } else {
      let text = try Argon2Text(phc, variant: "argon2id")
      guard text.isInOrder else { throw .malformed }
      self.init(text)
    }
  }

  /// Parses the text of another program: argon2id or argon2i with its parameters in any order, up to 16 lanes, a salt of 8 to
  /// 64 bytes and a hash of 16 to 64 bytes; or bcrypt, sha256crypt, sha512crypt or yescrypt, as /etc/shadow and
  /// htpasswd have them.
  public init(imported text: String) throws(PasswordHashError) {
    guard text.utf8.count <= Self.longestByteCount else { throw .malformed }
    if text.utf8.starts(with: "$argon2id$".utf8) {
      self.init(try Argon2Text(text, variant: "argon2id"))
    } else {
      self.init(try ForeignHash(imported: text))
    }
  }

  /// The beginnings of the texts that `init(imported:)` takes.
  public static let importedPrefixes = ["$argon2id$", "$argon2i$", "$2a$", "$2b$", "$2y$", "$5$", "$6$", "$y$"]

  init(cost: HashCost, salt: [UInt8], digest: [UInt8]) {
    (self.cost, self.salt, self.digest, lanes, foreign) = (cost, salt, digest, 1, nil)
  }

  private init(_ text: Argon2Text) {
    (cost, salt, digest, lanes, foreign) = (text.cost, text.salt, text.digest, text.lanes, nil)
  }

  private init(_ foreign: ForeignHash) {
    cost = foreign.argon2Cost ?? .none
    (salt, digest, lanes, self.foreign) = ([], [], 1, foreign)
  }

  /// The PHC string of an argon2id hash.
  var argon2Text: String { Argon2Text.text("argon2id", cost, lanes, salt, digest) }

  /// Whether it has the form of new hashes.
  var isOurs: Bool {
    foreign == nil && lanes == 1 && salt.count == Self.saltByteCount && digest.count == Self.digestByteCount
  }

  /// The cost, without salt and hash.
  public var description: String {
    foreign.map { "PasswordHash(\($0))" } ?? "PasswordHash(\(cost.memoryKiB) KiB, \(cost.passes) passes)"
  }

  /// The cost, without salt and hash.
  public var customMirror: Mirror { Mirror(self, children: ["cost": cost]) }

  private static let longestByteCount = 256
}

/// The reason why a hash cannot be used.
public enum PasswordHashError: Error, Equatable {
  /// It has none of the accepted forms.
  case malformed

  /// Its cost is above `HashCost.limit`, or below argon2's own minimum.
  case absurdCost(HashCost)

  /// It takes more work than a hash by its scheme may.
  case tooExpensive(ForeignHash.Scheme)
}
