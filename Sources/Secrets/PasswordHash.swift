/// The argon2id hash of a password, as it is stored: a PHC string like `$argon2id$v=19$m=65536,t=3,p=1$SALT$HASH`.
///
/// Only the form is taken that `Argon2id.hash` makes: argon2id, version 19, one lane, a salt of 16 bytes and a hash of 32
/// in base64 without padding, numbers without leading zeros, nothing before or behind. What a store hands in may have
/// been planted there, so its costs are held against `HashCost.limit` before anything is computed or allocated for it.
///
/// Printing or dumping it shows the cost only; `phc` is the one way out.
public struct PasswordHash: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The PHC string. Not kept: whoever imports a million accounts has a million hashes in memory.
  public var phc: String {
    let costs = "m=\(cost.memoryKiB),t=\(cost.passes),p=1"
    return "$argon2id$v=19$\(costs)$\(Base64.standard.encode(salt))$\(Base64.standard.encode(digest))"
  }

  /// What it costs to compute.
  public let cost: HashCost

  let salt: [UInt8]
  let digest: [UInt8]

  static let saltByteCount = 16
  static let digestByteCount = 32
  private static let longestByteCount = 128

  /// Takes apart a string that comes from a store.
  public init(phc: String) throws(PasswordHashError) {
    guard phc.utf8.count <= Self.longestByteCount else { throw .malformed }
    let fields = phc.split(separator: "$", omittingEmptySubsequences: false)
    guard fields.count == 6 else { throw .malformed }
    let numbers = fields[3].split(separator: ",").map { Int($0.dropFirst(2)) }
    guard numbers.count == 3, let memoryKiB = numbers[0], let passes = numbers[1],
      let salt = Base64.standard.decode(fields[4], count: Self.saltByteCount),
      let digest = Base64.standard.decode(fields[5], count: Self.digestByteCount)
    else { throw .malformed }
    // Whatever was read loosely above shows here: only the string that would be written for these values is right.
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

  /// The cost, and nothing of salt and hash.
  public var description: String { "PasswordHash(\(cost.memoryKiB) KiB, \(cost.passes) passes)" }

  /// Nothing of salt and hash.
  public var customMirror: Mirror { Mirror(self, children: ["cost": cost]) }
}

/// Why a stored hash cannot be used.
public enum PasswordHashError: Error, Equatable {
  /// It is not an argon2id PHC string of the one form that is written here.
  case malformed

  /// Computing it would take more than `HashCost.limit` allows, or less than argon2 can do.
  case absurdCost(HashCost)
}
