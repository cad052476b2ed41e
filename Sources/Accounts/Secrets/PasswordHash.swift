/// The argon2id hash of a password, stored as a PHC string like `$argon2id$v=19$m=65536,t=3,p=1$SALT$HASH`.
///
/// Only the form that `Argon2id.hash` writes is accepted: argon2id, version 19, one lane, a salt of 16 bytes and a hash
/// of 32 bytes in base64 without padding, numbers without leading zeros, nothing before or after. A hash in a store may
/// have been planted, so its cost is checked against `HashCost.limit` before anything is computed or allocated for it.
///
/// Printing or dumping it shows only the cost. `phc` is the only way to get the hash.
public struct PasswordHash: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The PHC string. It is computed, not kept, so that a hash is small.
  public var phc: String {
    let costs = "m=\(cost.memoryKiB),t=\(cost.passes),p=1"
    return "$argon2id$v=19$\(costs)$\(Base64.standard.encode(salt))$\(Base64.standard.encode(digest))"
  }

  /// The cost of computing it.
  public let cost: HashCost

  let salt: [UInt8]
  let digest: [UInt8]

  static let saltByteCount = 16
  static let digestByteCount = 32
  private static let longestByteCount = 128

  /// Parses a string from a store.
  public init(phc: String) throws(PasswordHashError) {
    guard phc.utf8.count <= Self.longestByteCount else { throw .malformed }
    // Bytes, because an import reads many: splitting at characters takes longer than all else.
    let fields = phc.utf8.split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false).map(Substring.init)
    guard fields.count == 6 else { throw .malformed }
    let numbers = fields[3].utf8.split(separator: UInt8(ascii: ",")).map { Int(Substring($0.dropFirst(2))) }
    guard numbers.count == 3, let memoryKiB = numbers[0], let passes = numbers[1],
      let salt = Base64.standard.decode(fields[4], count: Self.saltByteCount),
      let digest = Base64.standard.decode(fields[5], count: Self.digestByteCount)
    else { throw .malformed }
    // The checks above are loose. This one is exact: only the string that would be written for these values is
    // accepted.
    let cost = HashCost(memoryKiB: memoryKiB, passes: passes)
    self.init(cost: cost, salt: salt, digest: digest)
    guard phc.utf8.elementsEqual(self.phc.utf8) else { throw .malformed }
    guard cost.isComputable else { throw .absurdCost(cost) }
  }

  init(cost: HashCost, salt: [UInt8], digest: [UInt8]) {
    self.cost = cost
    self.salt = salt
    self.digest = digest
  }

  /// The cost, without salt and hash.
  public var description: String { "PasswordHash(\(cost.memoryKiB) KiB, \(cost.passes) passes)" }

  /// The cost, without salt and hash.
  public var customMirror: Mirror { Mirror(self, children: ["cost": cost]) }
}

/// The reason why a stored hash cannot be used.
public enum PasswordHashError: Error, Equatable {
  /// It is not an argon2id PHC string of the one accepted form.
  case malformed

  /// Its cost is above `HashCost.limit`, or below argon2's own minimum.
  case absurdCost(HashCost)
}
