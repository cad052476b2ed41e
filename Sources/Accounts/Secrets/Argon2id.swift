internal import CSodium
internal import Glibc

/// Hashes passwords with argon2id (RFC 9106) and checks them against stored hashes.
///
/// Each call takes a good part of a second, and `memoryKiB` of memory until it returns. A call blocks its thread and
/// shares nothing, so call it off the main actor.
public struct Argon2id: Sendable, Hashable {
  /// The cost of new hashes.
  public let cost: HashCost

  /// Hashes at the default cost: 64 MiB, 3 passes.
  public init() {
    cost = .standard
  }

  /// Hashes at a configured cost, from `HashCost.minimum` to `HashCost.limit`.
  public init(memoryKiB: Int, passes: Int) throws(HashCostError) {
    let cost = HashCost(memoryKiB: memoryKiB, passes: passes)
    guard !cost.isWeaker(than: .minimum) else { throw .tooWeak(cost) }
    guard cost.isComputable else { throw .tooExpensive(cost) }
    self.init(unchecked: cost)
  }

  /// Hashes of any cost, also of one that is too weak for a password: for tests.
  package init(unchecked cost: HashCost) {
    self.cost = cost
  }

  /// A new hash of `password`, with a random salt.
  public func hash(_ password: SealedPassword) throws(HashingError) -> PasswordHash {
    let salt = randomBytes(PasswordHash.saltByteCount)
    return PasswordHash(cost: cost, salt: salt, digest: try digest(of: password, salt: salt, cost: cost))
  }

  /// Whether `hash` was made from `password`. The comparison takes the same time wherever the two differ.
  public func verify(_ password: SealedPassword, against hash: PasswordHash) throws(HashingError) -> Bool {
    if let foreign = hash.foreign { return try foreign.isMade(from: password) }
    guard hash.isOurs else { return try Self.verify(password, againstText: hash.argon2Text) }
    var candidate = try digest(of: password, salt: hash.salt, cost: hash.cost)
    defer { sodium_memzero(&candidate, candidate.count) }
    return candidate.count == hash.digest.count && sodium_memcmp(candidate, hash.digest, candidate.count) == 0
  }

  /// Whether `hash` was made from `password`; never, if there is no hash. The work is the same in all cases: that of
  /// new hashes, or of `costliest` if it is more, and of each of the `foreign` ones, at most one of each scheme. So the
  /// time hardly reveals which hash it was, or that there was none.
  public func verify(
    _ password: SealedPassword, against hash: PasswordHash?, spending costliest: HashCost?,
    and foreign: [ForeignHash] = []
  ) throws(HashingError) -> Bool {
    let spent = foreign.reduce(cost.or(costlier: costliest)) { $0.or(costlier: $1.argon2Cost) }
    let isRight =
      try hash.map { hash throws(HashingError) in
        guard let own = hash.foreign else { return try verify(password, against: hash) }
        return try own.isMade(from: password, beside: foreign.first { $0.scheme == own.scheme })
      } ?? false
    if let rest = hash.map({ spent.rest(after: $0.cost) }) ?? spent {
      _ = try verify(password, against: Self.decoy(of: rest))
    }
    for costliest in foreign {
      let done = hash?.foreign.flatMap { $0.scheme == costliest.scheme ? $0 : nil }
      for setting in costliest.rest(after: done) {
        _ = try Crypt.verify(password, against: setting, longest: costliest.longestPassword)
      }
    }
    return isRight
  }

  /// The most memory that ``verify(_:against:spending:and:)`` takes at once, in KiB.
  public func memoryKiB(
    against hash: PasswordHash?, spending costliest: HashCost?, and foreign: [ForeignHash] = []
  ) -> Int {
    ([costliest?.memoryKiB, hash?.memoryKiB].compactMap(\.self) + foreign.map(\.memoryKiB)).reduce(
      cost.memoryKiB, max)
  }

  /// Whether the text of an argon2 hash of any size was made from `password`. The comparison takes the same time wherever
  /// the two differ.
  static func verify(_ password: SealedPassword, againstText text: String) throws(HashingError) -> Bool {
    let result = password.withBytes { start, count -> Bool? in
      defer { sodium_stackzero(stackByteCount) }
      return start.withMemoryRebound(to: CChar.self, capacity: count) { start in
        errno = 0
        if crypto_pwhash_str_verify(text, start, UInt64(count)) == 0 { return true }
        // libsodium's mark of a wrong password. The text is well-formed, so the only other failure is a lack of memory.
        return errno == EINVAL ? false : nil
      }
    }
    guard let result else { throw .passwordWiped }
    guard let result else { throw .outOfMemory }
    return result
  }

  /// Whether `hash` has the form and the cost of new hashes. If not, the next successful sign-in must renew it.
  public func isCurrent(_ hash: PasswordHash) -> Bool {
    hash.isOurs && hash.cost == cost
  }

  /// Whether the right `password` should get a new hash. Not if a foreign hash has read only its beginning: then nobody knows
  /// whether the rest is the owner's.
  public func renews(_ hash: PasswordHash, of password: SealedPassword) -> Bool {
    !isCurrent(hash) && hash.foreign?.readsWhole(password) ?? true
  }

  /// A hash of no password.
  private static func decoy(of cost: HashCost) -> PasswordHash {
    PasswordHash(
      cost: cost, salt: randomBytes(PasswordHash.saltByteCount), digest: randomBytes(PasswordHash.digestByteCount))
  }

  private func digest(
    of password: SealedPassword, salt: [UInt8], cost: HashCost
  ) throws(HashingError) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: PasswordHash.digestByteCount)
    let result = password.withBytes { start, count -> Int32 in
      // libsodium wipes the state of its BLAKE2b. The stack below may still hold parts of the password: which ones
      // depends on the variant of BLAKE2b that the processor calls for.
      defer { sodium_stackzero(Self.stackByteCount) }
      return crypto_pwhash(
        &digest, UInt64(digest.count), start, UInt64(count), salt,
        UInt64(cost.passes), cost.memoryKiB * 1024, crypto_pwhash_ALG_ARGON2ID13)
    }
    switch result {
    case 0: return digest
    case nil: throw .passwordWiped
    default: throw .outOfMemory  // libsodium's only failure left, since the costs are in range
    }
  }

  // More than the stack that crypto_pwhash uses, and little compared with the stack of a thread.
  private static let stackByteCount = 16_384
}

/// The reason why a password was neither hashed nor verified. It does not reveal whether the password is right.
public enum HashingError: String, Error, Equatable, Codable {
  /// There is not enough memory for the hash.
  case outOfMemory

  /// The password was wiped meanwhile, because the sign-in was cancelled.
  case passwordWiped
}
